/* See begin.h. */
#undef UMBEL_OR
#undef UMBEL_API
#ifdef __cplusplus
}
#endif
