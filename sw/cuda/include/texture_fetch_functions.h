/* Texture fetches: umbel_program.h has them, ahead of every CUDA source. */
