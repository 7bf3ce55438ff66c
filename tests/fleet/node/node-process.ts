/**
 * A node as a process of its own, which a test kills: `bun node-process.ts <settings and folder as JSON>`. For each line on
 * stdin a customer writes it, and the line comes back when the fleet's log has it.
 */
import { createInterface } from 'node:readline'
import { listCompanies } from '../../../src/tenancy/companies'
import { openPerson } from '../../support/person'
import { until } from '../../support/until'
import { openNode } from './open-node'

const { settings, dataDir, company } = JSON.parse(process.argv[2] ?? '')
const { server, telephones } = await openNode(settings, dataDir)
const tenantUuid = String(company)
await until(() => server.databases.isAvailable(tenantUuid), 'the company')
if (!listCompanies(server.databases.control).some(({ uuid }) => uuid === tenantUuid)) throw new Error('no such company')
const ref = { tenantUuid, connectionId: 1 }
telephones.report(ref, { status: 'CONNECTED', number: '5511900000001' })
const person = openPerson(telephones, ref, { number: '5521987654321' })
console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  person.says(line)
  await server.gate.wait(tenantUuid)
  console.log(line)
}
