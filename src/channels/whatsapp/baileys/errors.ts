/** Reads Baileys' errors. */

/** The status of an error of Baileys' own (Boom). */
export function codeOf(error: unknown): number | null {
  const code = (error as { output?: { statusCode?: unknown } } | undefined)?.output?.statusCode
  return typeof code === 'number' ? code : null
}

/** The code with which WhatsApp refused a query; undefined if the error is not WhatsApp's. */
export const refusalOf = (error: unknown): unknown => (error as { data?: unknown } | null)?.data
