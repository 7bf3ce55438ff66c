import type { useText } from '../i18n/useText'

/** A known fault in words; others are the other side's own, such as "HTTP 502". */
export const faultWords = (t: ReturnType<typeof useText>, fault: string): string =>
  t.find(`integrationFaults.${fault}`) ?? t.find(`errors.${fault}`) ?? fault
