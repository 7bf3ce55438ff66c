/** Users' working hours, in the company's time zone. Pure. */
import * as v from 'valibot'
import { WeekHours } from '../hours/contract'
import { isOpenAt } from '../hours/opening'
import { anyTime } from './contract'
import type { User } from './tables'

/** A restored file may contain anything: invalid hours count as unrestricted. */
export function weekOfUser({ hours }: Pick<User, 'hours'>): WeekHours {
  const week = hours === null ? undefined : v.safeParse(WeekHours, parsed(hours))
  return week?.success ? week.output : anyTime
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Working hours apply to profile user only; holidays do not affect them. */
export const isBound = ({ profile, hours }: Pick<User, 'profile' | 'hours'>): boolean =>
  profile === 'user' && hours !== null

export const isOnDuty = (user: Pick<User, 'profile' | 'hours'>, timeZone: string, now: number): boolean =>
  !isBound(user) || isOpenAt({ week: weekOfUser(user), timeZone, isHoliday: () => false }, now)
