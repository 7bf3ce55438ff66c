import type { Finding } from '../../src/operator/doctor/finding'
import { settingNames } from '../../src/platform/config'
import { type Common, dataDirOf, installationCommand, outputOf, withInstallation } from '../command'
import { exit } from '../exit'
import { print } from '../terminal'

const signs = { ok: 'ok     ', note: 'note   ', fixed: 'fixed  ', problem: 'PROBLEM' } as const

export const doctorCommand = () =>
  installationCommand('doctor', 'Check settings, folder, disk and every database; exits with 4 if something is wrong')
    .option('--fix', 'claim the e-mails of users anew; clear invalid file names, and super rights outside company 1')
    .option('--whatsapp', 'also check WhatsApp: version, clock, passkeys and the client of each connection')
    .option('--meta', 'also ask Meta whether it knows the operator’s app')
    .action(async (options: Common & { fix?: boolean; whatsapp?: boolean; meta?: boolean }) => {
      const { examine, isHealthy } = await import('../../src/operator/doctor/doctor')
      const { silentLog } = await import('../../src/operator/installation')
      const { storedFiles } = await import('../../src/stored-files')
      const dataDir = dataDirOf(options)
      const { operatorKeys, variableOf } = await import('../../src/settings/operator/contract')
      const names = [...settingNames, ...operatorKeys.map(variableOf)]
      const settings = Object.fromEntries(names.map((name) => [name, process.env[name]]))
      const examined = await examine({
        dataDir,
        settings,
        fix: options.fix === true,
        storedFiles,
        log: silentLog(),
        now: Date.now(),
        ...(process.env.BALCAO_FLEET && { listOwned: (await import('../fleet')).ownedHere(dataDir) }),
      })
      const isReadable = examined.every(({ about, level }) => about !== 'control.db' || level === 'ok')
      const whatsapp = options.whatsapp && isReadable ? await whatsappOf(options, settings) : undefined
      const meta = options.meta && isReadable ? await metaOf(options, settings) : []
      if (options.fix && isReadable) await recordFixes(options, examined)
      const findings = [...examined, ...(whatsapp?.findings ?? []), ...meta]
      const lines = findings.flatMap(({ level, about, words, remedy }) => [
        `${signs[level]}  ${about}: ${words}`,
        ...(remedy ? [`         → ${remedy}`] : []),
      ])
      await print(
        outputOf(options),
        { healthy: isHealthy(findings), findings, ...(whatsapp && { whatsapp: whatsapp.report }) },
        lines,
      )
      if (!isHealthy(findings)) process.exitCode = exit.problems
    })

/** What was repaired stands in the operator's audit log. */
async function recordFixes(options: Common, examined: readonly Finding[]) {
  const changes = examined.flatMap(({ level, about, words }) =>
    level === 'fixed' ? [{ field: about, from: null, to: words }] : [],
  )
  if (changes.length === 0) return
  const { recordInstallationAct } = await import('../../src/operator/acts')
  const act = { kind: 'installation', act: 'fix', subject: { id: null, name: 'doctor --fix' }, changes }
  await withInstallation(options, (databases) => recordInstallationAct(databases, Date.now(), act)).catch(
    () => undefined, // what was repaired stays repaired
  )
}

async function whatsappOf(options: Common, { BALCAO_WHATSAPP_URL: url }: Readonly<Record<string, string | undefined>>) {
  const { reportWhatsapp, whatsappFindings } = await import('../../src/operator/doctor/whatsapp')
  const report = await withInstallation(options, (databases) => reportWhatsapp(databases, url || null, Date.now))
  return { report, findings: whatsappFindings(report) }
}

async function metaOf(options: Common, settings: Readonly<Record<string, string | undefined>>) {
  const { askMeta } = await import('../../src/operator/doctor/meta')
  const { loadSecret } = await import('../../src/platform/secret')
  return withInstallation(options, (databases) =>
    askMeta({ databases, secret: loadSecret(dataDirOf(options)), settings }),
  )
}
