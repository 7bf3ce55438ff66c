/** The time zones that calendar files name. */
import type { Zone } from './repeat'
import { zoneOf } from './zone'

/** Outlook's names for the zones of our users and their neighbours. */
const outlook: Readonly<Record<string, string>> = {
  'argentina standard time': 'America/Argentina/Buenos_Aires',
  'bahia standard time': 'America/Bahia',
  'central brazilian standard time': 'America/Cuiaba',
  'central europe standard time': 'Europe/Budapest',
  'central european standard time': 'Europe/Warsaw',
  'central standard time': 'America/Chicago',
  'e. south america standard time': 'America/Sao_Paulo',
  'eastern standard time': 'America/New_York',
  'gmt standard time': 'Europe/London',
  'greenwich standard time': 'Atlantic/Reykjavik',
  'gtb standard time': 'Europe/Athens',
  'montevideo standard time': 'America/Montevideo',
  'mountain standard time': 'America/Denver',
  'pacific sa standard time': 'America/Santiago',
  'pacific standard time': 'America/Los_Angeles',
  'paraguay standard time': 'America/Asuncion',
  'romance standard time': 'Europe/Paris',
  'sa eastern standard time': 'America/Fortaleza',
  'sa pacific standard time': 'America/Bogota',
  'sa western standard time': 'America/Manaus',
  'tocantins standard time': 'America/Araguaina',
  'turkey standard time': 'Europe/Istanbul',
  'utc-02': 'Atlantic/South_Georgia',
  'venezuela standard time': 'America/Caracas',
  'w. europe standard time': 'Europe/Berlin',
}

/** What the file itself says of a zone. */
export type FileZone = { readonly place?: string | undefined; readonly offset?: string | undefined }

/** The zone of this name; undefined if neither we nor the file know it. */
export function zoneNamed(name: string, described: FileZone | undefined): Zone | undefined {
  // "/mozilla.org/20050126_1/America/Sao_Paulo"
  const place = name.startsWith('/') ? name.split('/').slice(3).join('/') : name
  const wanted = [outlook[place.toLowerCase()], place, described?.place, described?.offset]
  for (const id of wanted) if (id && isZone(id)) return zoneOf(id)
  return undefined
}

function isZone(id: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(id)
    return true
  } catch {
    return false
  }
}
