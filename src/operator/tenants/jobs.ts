import { defineServerJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { clearDeleted } from './delete'

/** Once a day, at night. */
const clearDeletedCompanies = defineServerJob<Services>({
  name: 'operator.clear-deleted-companies',
  every: '0 40 4 * * *',
  runsAt: 'node',
  run: ({ databases, clock }) => clearDeleted(databases, clock()),
})

export const tenantJobs = [clearDeletedCompanies]
