/** Sign-up and support page were settings of company 1 once. */
import * as v from 'valibot'
import { execute, getRow } from '../../platform/sql'
import type { WritableControl } from '../../platform/sqlite'
import { findCompany } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { WebAddress } from '../contract'
import type { OperatorKey, OperatorValue } from './contract'
import type { OperatorSettings } from './settings'

const DONE = 'operator-settings'

/**
 * Carries company 1's values over, once. What was set since stays. `read` reads a value without migrating the company's file,
 * which another process may have to do.
 */
export function carryOverSettings(
  control: WritableControl,
  settings: OperatorSettings,
  now: number,
  read: (uuid: string, key: string) => unknown,
): void {
  const raw = control.$client
  if (getRow(raw, 'SELECT 1 FROM meta WHERE key = ?', DONE) !== undefined) return
  const company = findCompany(control, OPERATOR_COMPANY)
  const changes = new Map<OperatorKey, OperatorValue<OperatorKey>>()
  if (company) {
    const valueIn = (key: string) => read(company.uuid, key)
    const isStored = (key: OperatorKey) => settings.list().some((one) => one.key === key && one.source === 'stored')
    const page = v.safeParse(WebAddress, valueIn('supportUrl'))
    if (page.success && page.output !== '' && !isStored('supportUrl')) changes.set('supportUrl', page.output)
    if (valueIn('userCreation') === 'enabled' && !isStored('signUp')) changes.set('signUp', true)
  }
  settings.store(now, changes)
  execute(raw, "INSERT OR IGNORE INTO meta (key, value) VALUES (?, '')", DONE)
}
