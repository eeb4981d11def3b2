/*
 * Temporary files and folders. At exit(), which is also how a process ends that has no memory left,
 * those that were noted and not forgotten are removed. At any other end the keeper does (keeper.h).
 */
#ifndef UMBEL_SW_UTIL_LEFTOVER_H
#define UMBEL_SW_UTIL_LEFTOVER_H

/* Call leftover_note when the path was created, leftover_forget when it was removed or renamed. */
void leftover_note(const char *path);
void leftover_forget(const char *path);

#endif
