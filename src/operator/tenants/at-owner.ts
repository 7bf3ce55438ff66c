/** Reads and changes the file of a company for the operator. In a fleet the node that has the company is asked. */
import * as v from 'valibot'
import { fail } from '../../errors'
import type { AskOptions } from '../../fleet/nodes'
import type { Services } from '../../platform/module'
import { changeSetting } from '../../settings/actions'
import type { Setting } from '../../settings/contract'
import { listIntegrations, listSettings } from '../../settings/settings'
import { readTyped } from '../../settings/typed'
import { findCompanyOrFail } from '../../tenancy/companies'
import type { CompanyUsage } from './contract'
import { readCompanyUsage } from './queries'

type Deps = Pick<Services, 'databases' | 'cxOf' | 'encryptionFor' | 'outsideAllow'>
type Answers = Readonly<Record<string, (question: unknown) => unknown>>

const Company = v.object({ uuid: v.string() })
const Change = v.object({ uuid: v.string(), key: v.string(), value: v.string() })

function read<S extends v.GenericSchema>(schema: S, question: unknown): v.InferOutput<S> {
  const found = v.safeParse(schema, question)
  return found.success ? found.output : fail('ERR_INVALID_INPUT')
}

/** At the company's owner. Each may be asked twice. */
const questions = {
  usage: 'company.usage',
  settings: 'company.settings',
  changeSetting: 'company.changeSetting',
} as const

export function companyAnswersOf({ databases, cxOf, encryptionFor, outsideAllow }: Deps): Answers {
  const encryption = encryptionFor('settings')
  return {
    [questions.usage]: (question) => readCompanyUsage(databases, cxOf(read(Company, question).uuid)),
    [questions.settings](question) {
      const cx = cxOf(read(Company, question).uuid)
      return [...listSettings(cx.db), ...listIntegrations(cx, encryption)]
    },
    [questions.changeSetting](question) {
      const { uuid, key, value } = read(Change, question)
      return changeSetting(cxOf(uuid), null, encryption, readTyped(key, value, outsideAllow))
    },
  }
}

const reading: AskOptions = { changesNothing: true }

export function companiesAtOwner(services: Deps & Pick<Services, 'nodes'>) {
  const answers = companyAnswersOf(services)
  const ask = async (companyId: number, path: keyof typeof questions, options: AskOptions, more: object = {}) => {
    const { uuid } = findCompanyOrFail(services.databases.control, companyId)
    const question = { uuid, ...more }
    const { [path]: name } = questions
    if (!services.nodes) return answers[name]?.(question)
    return services.nodes.ask({ company: uuid }, name, question, { ...options, shows: [] })
  }
  // Answered above, by this version or the one before.
  return {
    readUsage: (companyId: number) => ask(companyId, 'usage', reading) as Promise<CompanyUsage>,
    listSettings: (companyId: number) => ask(companyId, 'settings', reading) as Promise<Setting[]>,
    changeSetting: (companyId: number, change: { readonly key: string; readonly value: string }) =>
      ask(companyId, 'changeSetting', { isRepeatable: true }, change) as Promise<Setting>,
  }
}
