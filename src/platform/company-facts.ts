/**
 * What the operator's monitor knows about each company. The timetable reads it together with what is due, whenever the
 * company's database has changed, so nobody opens a thousand files to draw a page.
 */
import { defineExtensionPoint } from './extensions'

/** `sql` is a query of one value and must take microseconds: it runs with each look at a company that has changed. */
export type CompanyFact = { readonly name: string; readonly sql: string }
export const companyFacts = defineExtensionPoint<CompanyFact>('company.facts')
