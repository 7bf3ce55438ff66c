/** Finds stored numbers by what is typed into a search, whole or in part. Shared with the screens. Pure. */

/** Digits that a number may contain, any of them: as typed, as dialed, and in the other form of a mobile. */
export function numberNeedles(typed: string): readonly string[] {
  const digits = typed.normalize('NFKC').replace(/\D/g, '')
  const forms = new Set(digits === '' ? [] : [digits])
  for (const { of, into } of dialed) for (const form of [...forms]) if (of.test(form)) forms.add(form.replace(of, into))
  return [...forms]
}

/** Applied in turn to every form. Part of a number is enough, where it begins. */
const dialed: readonly { readonly of: RegExp; readonly into: string }[] = [
  { of: /^00(?=[1-9]\d{6})/, into: '' },
  // Mobiles of Argentina within the country: 0 11 15 2345-6789.
  { of: /^0?(?=\d{12,13}$)(?:54)?0?(11|[23]\d{1,3}?)15(?=\d{6,8}$)/, into: '549$1' },
  // Brazil: 0 and an operator, or 0 alone.
  { of: /^0\d\d(?=[1-9]{2}\d{8,9}$)/, into: '' },
  { of: /^0(?=[1-9]{2}\d{2})/, into: '' },
  { of: /^550(?=[1-9]{2}\d{2})/, into: '55' },
  // Mobiles of Brazil, Mexico and Argentina without and with their further digit.
  { of: /^((?:55)?[1-9]{2})9(?=[6-9]\d{3,7}$)/, into: '$1' },
  { of: /^((?:55)?[1-9]{2})(?=[6-9]\d{3,7}$)/, into: '$19' },
  { of: /^9(?=[6-9]\d{7}$)/, into: '' },
  { of: /^521(?=[2-9]\d{4,9}$)/, into: '52' },
  { of: /^52(?=[2-9]\d{4,9}$)/, into: '521' },
  { of: /^549(?=[1-8]\d{4,9}$)/, into: '54' },
  { of: /^54(?=[1-8]\d{4,9}$)/, into: '549' },
]

/** Fewer digits than this match names only. */
const DIGITS = 3

/** Whether a number, stored or as shown, contains what is typed. */
export function numberMatcher(typed: string): (number: string | null | undefined) => boolean {
  const forms = numberNeedles(typed).filter((form) => form.length >= DIGITS)
  return (number) => number != null && forms.some((form) => number.replace(/\D/g, '').includes(form))
}
