/** Searches by name and number among 300,000 contacts, and in message texts. */
import { get } from './http'
import { searchesOf } from './reading'
import type { Report } from './report'
import { openSeededServer, type RoundLength, type Workload } from './seeded-server'

export async function benchSearching(report: Report, pace: RoundLength) {
  const seeded = await openSeededServer('known')
  for (const workload of searchesOf('.known', seeded.client.headers)) report.add(await seeded.measure(workload, pace))
  await seeded.close()
  for (const size of saidIn) {
    const seeded = await openSeededServer(size, { isSearchable: true })
    for (const workload of sayingOf(seeded.client.headers)) report.add(await seeded.measure(workload, pace))
    await seeded.close()
  }
}

const saidIn = ['S', 'M'] as const

/** Searches for whole words and for prefixes. Each word of the seed is in a fifth of all messages. */
const sayingOf = (headers: string): Workload[] => {
  const asked = (id: string, texts: readonly string[]): Workload => ({
    id,
    connections: 1,
    request: (n) =>
      get(`/api/messages/search?searchParam=${encodeURIComponent(texts[n % texts.length] ?? '')}`, headers),
    rows: 10,
  })
  return [
    asked('search.body', ['entrega', 'nota fiscal', 'sofá garantia amanhã', 'obrigado pedido', 'girafa']),
    asked('search.body.prefix', ['ent', 'nota fis', 'gar', 'quanto cus', 'pe']),
  ]
}
