import type { useText } from '../i18n/useText'

/** A known fault in words, with what came instead; others are the other side's own, such as "HTTP 502". */
export function faultWords(t: ReturnType<typeof useText>, fault: string): string {
  const [key = '', ...came] = fault.split(' · ')
  return [t.find(`integrationFaults.${key}`) ?? t.find(`errors.${key}`) ?? key, ...came].join(' · ')
}
