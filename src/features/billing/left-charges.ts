/** Cancels the charges that deleted companies left at the provider. */
import { asc, eq } from 'drizzle-orm'
import { recordAct } from '../../audit/record'
import type { Services } from '../../platform/module'
import { DAY } from '../../platform/time'
import { findCompanyOrFail } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { type LeftCharge, leftCharges } from './tables'

const CHARGES_PER_RUN = 10
/** A provider has forgotten older charges. */
const TRIED_FOR = 30 * DAY

/** One round of the job. What was paid instead is recorded for the operator, who returns it by hand. */
export async function cancelLeft(services: Services): Promise<void> {
  const control = services.databases.writableControl()
  const left = control.select().from(leftCharges).orderBy(asc(leftCharges.id)).limit(CHARGES_PER_RUN).all()
  for (const charge of left) {
    const isDone = await cancelOne(services, charge)
    const isOld = charge.leftAt < services.clock() - TRIED_FOR
    if (isDone || isOld) control.delete(leftCharges).where(eq(leftCharges.id, charge.id)).run()
  }
}

/** Whether nothing is left to do. A provider also refuses to cancel what has been paid. */
async function cancelOne(services: Services, charge: LeftCharge): Promise<boolean> {
  const { billing, closing, log } = services
  const provider = billing.providerNamed(charge.provider)
  if (!provider) return false
  try {
    const found = await provider.read(charge, closing)
    if (found?.status === 'paid') {
      recordPaid(services, charge, found.paid)
      return true
    }
    if (found?.status === 'pending') await provider.cancel(charge, closing)
    return true
  } catch (error) {
    log.warn({ err: error, reference: charge.reference }, 'could not cancel a charge of a deleted company')
    return false
  }
}

function recordPaid({ databases, cxOf, log }: Services, { company, reference }: LeftCharge, cents: number) {
  log.warn({ company, reference, cents }, 'a deleted company has paid')
  const operator = findCompanyOrFail(databases.control, OPERATOR_COMPANY)
  const changes = [{ field: 'payment', from: null, to: `late: ${(cents / 100).toFixed(2)}, ${reference}` }]
  cxOf(operator.uuid).transaction((cx) =>
    recordAct(cx, null, { kind: 'invoice', act: 'update', subject: { id: null, name: company }, changes }),
  )
}
