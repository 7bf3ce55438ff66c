/** The price of a plan, in cents. The server computes it; the screen shows it with the same code. */
import { type Recurrence, recurrenceMonths } from '../../tenancy/contract'

/** Includes `LEAST` users and connections. */
export const CUSTOM_BASE = 4900
export const CUSTOM_USER = 1100
export const CUSTOM_CONNECTION = 2000
export const LEAST = 3
export const MOST_USERS = 500
export const MOST_CONNECTIONS = 100

export type CustomPlan = { readonly users: number; readonly connections: number }

/** A month of a custom plan. */
export const customPrice = ({ users, connections }: CustomPlan): number =>
  CUSTOM_BASE + (users - LEAST) * CUSTOM_USER + (connections - LEAST) * CUSTOM_CONNECTION

/** What an invoice amounts to: the plan's monthly price for each month of the recurrence. */
export const invoiceAmount = (monthly: number, recurrence: Recurrence): number => monthly * recurrenceMonths[recurrence]
