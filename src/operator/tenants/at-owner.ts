/** Reads and changes the file of a company for the operator. In a fleet the node that has the company is asked. */
import * as v from 'valibot'
import { changeSetting } from '../../settings/actions'
import type { Setting } from '../../settings/contract'
import { listIntegrations, listSettings } from '../../settings/settings'
import { readTyped } from '../../settings/typed'
import { defineCompanyQuestion } from '../../tenancy/elsewhere'
import { readCompanyUsage } from './queries'

const Company = v.object({ uuid: v.string() })

export const companyUsage = defineCompanyQuestion({
  name: 'company.usage',
  question: Company,
  changesNothing: true,
  answer: ({ databases, cxOf }, { uuid }) => readCompanyUsage(databases, cxOf(uuid)),
})

export const companySettings = defineCompanyQuestion({
  name: 'company.settings',
  question: Company,
  changesNothing: true,
  answer({ cxOf, encryptionFor }, { uuid }): Setting[] {
    const cx = cxOf(uuid)
    return [...listSettings(cx.db), ...listIntegrations(cx, encryptionFor('settings'))]
  },
})

export const companySettingChange = defineCompanyQuestion({
  name: 'company.changeSetting',
  question: v.object({ uuid: v.string(), key: v.string(), value: v.string() }),
  isRepeatable: true,
  answer: ({ cxOf, encryptionFor, outsideAllow }, { uuid, key, value }) =>
    changeSetting(cxOf(uuid), null, encryptionFor('settings'), readTyped(key, value, outsideAllow)),
})
