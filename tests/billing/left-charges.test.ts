/** A deleted company's code must not be payable any more. */
import { expect, test } from 'bun:test'
import { leftCharges } from '../../src/features/billing/tables'
import { MINUTE } from '../../src/platform/time'
import { OPERATOR_COMPANY } from '../../src/tenancy/contract'
import { asaas, asaasSettings } from '../support/pix'
import { billingPlace, payer } from './place'

async function deletedPlace() {
  const standIn = asaas()
  const place = billingPlace({ environment: asaasSettings(standIn) })
  await place.admin.json('/api/subscription', 'POST', payer)
  const { id } = place.company()
  const remove = async () =>
    (await place.operator.json(`/api/companies/${id}`, 'DELETE', { name: 'Casa Aurora' })).status
  const left = () => place.control.select().from(leftCharges).all()
  return { ...place, standIn, remove, left }
}

test('the charges that a deleted company left are cancelled at the provider', async () => {
  const { standIn, remove, left, pending, w } = await deletedPlace()
  expect(standIn.open().length).toBe(1)
  expect(await remove()).toBe(200)
  expect(left()).toMatchObject([{ company: 'Casa Aurora', provider: 'asaas', amount: 24_900 }])
  w.clock.forward(MINUTE)
  await pending()
  expect([standIn.open(), left()]).toEqual([[], []])
})

test('one that was paid before is recorded for the operator', async () => {
  const { standIn, remove, left, pending, w } = await deletedPlace()
  expect(await remove()).toBe(200)
  standIn.pay(standIn.payments[0]?.id ?? '')
  w.clock.forward(MINUTE)
  await pending()
  expect(left()).toEqual([])
  const operator = w.server.databases.tenant(w.tenant.uuid)
  expect(w.tenant.id).toBe(OPERATOR_COMPANY)
  const logged = operator.$client.prepare(
    "SELECT changes FROM audit_log WHERE subject_name = 'Casa Aurora' ORDER BY id DESC",
  )
  expect(String(logged.pluck().get())).toContain('late: 249.00')
})
