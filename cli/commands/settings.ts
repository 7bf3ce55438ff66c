import { Command } from 'commander'
import type { Databases } from '../../src/platform/databases'
import type { OperatorKey } from '../../src/settings/operator/contract'
import {
  type Common,
  companyIn,
  dataDirOf,
  installationCommand,
  outputOf,
  readLine,
  withInstallation,
} from '../command'
import { print, table } from '../terminal'

export const settingsCommand = () =>
  new Command('settings')
    .description('Settings of the installation: support link, sign-up, mail, Pix, AI, backups')
    .addCommand(list())
    .addCommand(get())
    .addCommand(set())
    .addCommand(unset())

const list = () =>
  installationCommand('list', 'List the settings, and where each value comes from').action((options: Common) =>
    withInstallation(options, async (databases) => {
      const settings = await settingsIn(databases, options)
      const records = settings.list()
      await print(
        outputOf(options),
        records,
        table([['setting', 'from', 'value'], ...records.map(({ key, source, value }) => [key, source, `${value}`])]),
      )
    }),
  )

const get = () =>
  installationCommand('get', 'Show a setting; of a secret only whether it is set')
    .argument('<setting>', 'name of the setting, as in the list')
    .action((word: string, options: Common) =>
      withInstallation(options, async (databases) => {
        const key = await keyOf(word)
        const record = (await settingsIn(databases, options)).list().find((one) => one.key === key)
        await print(outputOf(options), record, [`${record?.value ?? ''}`])
      }),
    )

const set = () =>
  installationCommand('set', 'Change a setting; a running server follows at once')
    .argument('<setting>', 'name of the setting, as in the list')
    .argument(
      '[value]',
      'the value; without it, the first line of stdin, so that a secret stays out of the shell’s history',
    )
    .action(async (word: string, value: string | undefined, options: Common) =>
      change(options, word, value ?? (await readLine())),
    )

const unset = () =>
  installationCommand('unset', 'Bring back the default of a setting')
    .argument('<setting>', 'name of the setting, as in the list')
    .action((word: string, options: Common) => change(options, word, null))

/** Null brings back the default. */
const change = (options: Common, word: string, value: string | null) =>
  withInstallation(options, async (databases) => {
    const { changeOperatorSettings } = await import('../../src/settings/operator/actions')
    const { accepted, readWords } = await import('../../src/settings/operator/settings')
    const { Refusal } = await import('../../src/operator/refusal')
    const { OPERATOR_COMPANY } = await import('../../src/tenancy/contract')
    const key = await keyOf(word)
    const typed = value === null ? null : readWords(key, value)
    if (typed === undefined) throw new Refusal(`${key} takes ${accepted(key)}.`)
    const settings = await settingsIn(databases, options)
    const { cx } = await companyIn(databases, `${OPERATOR_COMPANY}`)
    const records = changeOperatorSettings(cx, null, settings, { [key]: typed })
    await print(
      outputOf(options),
      records,
      records.map((record) => `${record.key} is ${record.value === '' ? 'not set' : record.value}.`),
    )
  })

async function keyOf(word: string): Promise<OperatorKey> {
  const { operatorKeys } = await import('../../src/settings/operator/contract')
  const { Refusal } = await import('../../src/operator/refusal')
  const key = operatorKeys.find((known) => known.toLowerCase() === word.toLowerCase())
  if (!key) throw new Refusal(`There is no setting ${word}. See: balcao settings list`)
  return key
}

async function settingsIn(databases: Databases, options: Common) {
  const { createOperatorSettings, OPERATOR_SECRETS, readEnvironment } = await import(
    '../../src/settings/operator/settings'
  )
  const { createEncryption } = await import('../../src/platform/encryption')
  const { loadSecret } = await import('../../src/platform/secret')
  const encryption = createEncryption(loadSecret(dataDirOf(options)), OPERATOR_SECRETS)
  return createOperatorSettings(databases, encryption, { environment: readEnvironment(process.env).values })
}
