/*
 * Temporary files and folders. A process that ends early, by exit() when it has no memory left,
 * removes those that it has noted and not forgotten.
 */
#ifndef UMBEL_SW_UTIL_LEFTOVER_H
#define UMBEL_SW_UTIL_LEFTOVER_H

/* It is there now; it is gone, or has become what it was to be. */
void leftover_note(const char *path);
void leftover_forget(const char *path);

#endif
