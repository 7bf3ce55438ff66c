import * as v from 'valibot'

/** Digits with country code, which a simulated account may have outside of any numbering plan; punctuation is dropped. */
export const DialedNumber = v.pipe(
  v.string(),
  v.maxLength(40, 'form.phone.invalid'),
  v.transform((written) => written.replace(/\D/g, '')),
  v.regex(/^\d{8,15}$/, 'form.phone.invalid'),
)
