/** The address of a builder or viewer as typed, with or without `/api` and a slash at the end. */
export const serverOf = (url: string): string =>
  url
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api(?:\/v1)?$/, '')
