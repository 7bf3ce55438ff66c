/** Work that waits in a company's tables, for the operator's monitor. */
import type { CompanyFact } from './company-facts'
import type { Cx } from './cx'
import { defineExtensionPoint } from './extensions'
import type { Services } from './module'

/** More rows are not counted. */
export const MOST_COUNTED = 1000

export type Backlog = {
  readonly name: string
  /**
   * SQL of a JSON array: how many wait (at most `MOST_COUNTED`), since when or until when the first one waits (null if
   * unknown), and how many have failed at least once.
   */
  readonly sql: string
  /** Tries now what waits for another attempt. */
  retry?(cx: Cx, services: Services): void
}
export const backlogs = defineExtensionPoint<Backlog>('company.backlogs')

export const factOfBacklog = ({ name, sql }: Backlog): CompanyFact => ({ name: `backlog ${name}`, sql })
