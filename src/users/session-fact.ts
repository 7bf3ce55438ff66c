import type { CompanyFact } from '../platform/company-facts'

/** When each live session expires, for the operator's monitor. */
export const sessionFact: CompanyFact = {
  name: 'sessions',
  sql: 'SELECT json_group_array(expires_at) FROM sessions WHERE ended_at IS NULL',
}
