import type { Text } from '../../shared/i18n/translate'

type Values = Readonly<Record<string, string | number | null | undefined>>

/** Why a ticket was assigned to a user, or stays; `reason` comes from the server. */
export function reasonWords(t: Text, reason: string, values: Values): string {
  const known = Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, value] as const]))
  return t.find(`distribution.reason.${reason}`, Object.fromEntries(known)) ?? ''
}
