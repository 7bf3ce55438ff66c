/**
 * What the operator's monitor knows about each company. The timetable reads it together with what is due, whenever the
 * company's database has changed, so nobody opens a thousand files to draw a page.
 */
import type { Cx } from './cx'
import { defineExtensionPoint } from './extensions'
import type { Services } from './module'

/** `sql` is a query of one value and must take microseconds: it runs with each look at a company that has changed. */
export type CompanyFact = { readonly name: string; readonly sql: string }
export const companyFacts = defineExtensionPoint<CompanyFact>('company.facts')

/** More rows are not counted. */
export const MOST_COUNTED = 1000

/** Work that waits in a company's tables. */
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
