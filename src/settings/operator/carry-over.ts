/** Sign-up and support page were settings of company 1 once. */
import * as v from 'valibot'
import type { Databases } from '../../platform/databases'
import { statement } from '../../platform/sqlite'
import { findCompany } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { WebAddress } from '../contract'
import type { OperatorKey, OperatorValue } from './contract'
import type { OperatorSettings } from './settings'

const DONE = 'operator-settings'

/** Carries company 1's values over, once. What was set since stays. A company that cannot be read has nothing to carry. */
export function carryOverSettings(
  { control, tenant }: Pick<Databases, 'control' | 'tenant'>,
  settings: OperatorSettings,
  now: number,
): void {
  const raw = control.$client
  if (statement(raw, 'SELECT 1 FROM meta WHERE key = ?').get(DONE) !== undefined) return
  const company = findCompany(control, OPERATOR_COMPANY)
  const changes = new Map<OperatorKey, OperatorValue<OperatorKey>>()
  if (company) {
    const db = tenant(company.uuid)
    const valueIn = (key: string) => statement(db.$client, 'SELECT value FROM settings WHERE key = ?').pluck().get(key)
    const isStored = (key: OperatorKey) => settings.list().some((one) => one.key === key && one.source === 'stored')
    const page = v.safeParse(WebAddress, valueIn('supportUrl'))
    if (page.success && page.output !== '' && !isStored('supportUrl')) changes.set('supportUrl', page.output)
    if (valueIn('userCreation') === 'enabled' && !isStored('signUp')) changes.set('signUp', true)
  }
  settings.store(now, changes)
  statement(raw, "INSERT OR IGNORE INTO meta (key, value) VALUES (?, '')").run(DONE)
}
