/** The values of an official number, and what can be said about them without asking Meta. Pure. */

export const officialFields = ['phoneNumberId', 'businessAccountId', 'accessToken', 'appSecret'] as const
export type OfficialField = (typeof officialFields)[number]
export type OfficialValues = Readonly<Record<OfficialField, string>>

export const NO_VALUES: OfficialValues = { phoneNumberId: '', businessAccountId: '', accessToken: '', appSecret: '' }

/** Keys under `connections.official.wrong`. */
export type LocalFault = 'digits' | 'same' | 'token' | 'secret'

/** Values are often copied with a space, or from the wrong line. */
export function localFault(field: OfficialField, values: OfficialValues): LocalFault | null {
  const value = values[field]
  if (value === '') return null
  switch (field) {
    case 'phoneNumberId':
      return /^\d+$/.test(value) ? null : 'digits'
    case 'businessAccountId':
      if (!/^\d+$/.test(value)) return 'digits'
      return value === values.phoneNumberId ? 'same' : null
    case 'accessToken':
      return /\s/.test(value) || value.length < 20 ? 'token' : null
    case 'appSecret':
      return /\s/.test(value) || value.length < 8 ? 'secret' : null
  }
}
