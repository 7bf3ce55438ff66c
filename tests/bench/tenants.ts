/** The operator's list of a thousand companies: a page of it, the first and the last, and a search. */
import { seedCompanies, signInAll } from './companies'
import type { Report } from './report'
import { sizes } from './seed'
import { startAndWake, temporaryFolder } from './server'
import { spread } from './statistics'

export async function benchTenants(report: Report, { companies, asks }: { companies: number; asks: number }) {
  const folder = temporaryFolder()
  const seeded = await seedCompanies(folder.path, { count: companies, size: sizes.new, people: 2 })
  const [operator] = await signInAll(folder.path, seeded.slice(0, 1), 1)
  const server = await startAndWake(folder.path)
  const listed = new Set<string>()
  const ask = async (query: string): Promise<number> => {
    const begun = performance.now()
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/companies?${query}`, {
      headers: { authorization: `Bearer ${operator?.token}` },
    })
    const text = await answer.text()
    const took = performance.now() - begun
    if (!answer.ok) throw new Error(`companies: ${answer.status}`)
    for (const [name] of text.matchAll(/"name":"[^"]+"/g)) listed.add(name)
    return took
  }
  const times = async (queryOf: (n: number) => string) => {
    const found: number[] = []
    for (let n = 0; n < asks; n++) found.push(await ask(queryOf(n)))
    return found
  }
  const pages = Math.ceil(companies / 40)
  const coldMs = Math.round(await ask('pageNumber=1')) // opens the files of a page
  for (let page = 1; page <= pages; page++) await ask(`pageNumber=${page}`)
  const page = spread(await times((n) => `pageNumber=${1 + (n % pages)}`))
  const search = spread(await times((n) => `searchParam=bench%20${n % 100}`))
  report.add({
    id: 'companies',
    counted: listed.size,
    expected: companies,
    companies,
    coldMs,
    ...page,
    searchP50: search.p50,
  })
  await server.stop()
  folder.remove()
}
