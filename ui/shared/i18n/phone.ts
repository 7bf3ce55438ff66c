/** A phone number as people read it: +55 (21) 99612-4087 for Brazil, plain groups with a plus elsewhere. */
export function formatPhone(digits: string): string {
  const brazil = /^(55)(\d{2})(\d{4,5})(\d{4})$/.exec(digits)
  if (brazil) return `+${brazil[1]} (${brazil[2]}) ${brazil[3]}-${brazil[4]}`
  return /^\d+$/.test(digits) ? `+${digits}` : digits
}
