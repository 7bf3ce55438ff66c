/** The conversation in the address: a number; anything else opens a new one. */
export const chatIdOf = (written: string | undefined): number | null =>
  written !== undefined && /^[1-9]\d{0,15}$/.test(written) ? Number(written) : null
