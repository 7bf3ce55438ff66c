/** Searches by name and number where 300,000 people are known. */
import { searchesOf } from './reading'
import type { Report } from './report'
import { openSeededServer, type Pace } from './seeded-server'

export async function benchSearching(report: Report, pace: Pace) {
  const seeded = await openSeededServer('known')
  for (const workload of searchesOf('.known', seeded.client.headers)) report.add(await seeded.measure(workload, pace))
  await seeded.close()
}
