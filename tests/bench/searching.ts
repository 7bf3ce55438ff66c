/** Searches by name and number where 300,000 people are known. */
import { searchesOf } from './reading'
import type { Report } from './report'
import { openStage, type Pace } from './stage'

export async function benchSearching(report: Report, pace: Pace) {
  const stage = await openStage('known')
  for (const workload of searchesOf('.known', stage.desk.headers)) report.add(await stage.measure(workload, pace))
  await stage.close()
}
