/** A Brazilian CPF or CNPJ with its points and dashes; other documents as they are. */
export function showDocument(written: string): string {
  if (/^\d{11}$/.test(written)) return written.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  return /^[\dA-Z]{12}\d{2}$/.test(written) ? written.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5') : written
}
