import { Command } from 'commander'
import { feedWatchdog } from '../../src/platform/watchdog'
import type { Carried } from '../index'
import { claimFolder, onceThereIsSpace, open, openSimulator, settingsOf, withSettings } from '../serving'
import { print } from '../terminal'

export function serveCommand(carried: Carried): Command {
  const command = new Command('serve').description('Run the server: API, web app and WhatsApp sessions')
  return withSettings(command)
    .option('--simulator', 'also run a simulated WhatsApp, with its phones at /simulator; never with real accounts')
    .option('--json', 'print JSON')
    .action(async ({ simulator: wanted, json }: { simulator?: boolean; json?: boolean }) => {
      const config = settingsOf(command)
      feedWatchdog(process.env, () => console.error('Could not notify systemd that the server is alive.'))
      const { url, firstCompany, server } = await onceThereIsSpace(config.dataDir, async () => {
        await claimFolder(config.dataDir, wanted === true)
        return open(config, carried, wanted ? { simulator: await openSimulator(config.dataDir) } : {})
      })
      const isPassive = server.isOnStandby()
      print(
        { json: json === true },
        {
          url,
          isPassive,
          founded: firstCompany ? { email: firstCompany.admin.email, password: firstCompany.password } : null,
        },
        [
          `Balcão serves ${url}`,
          ...(firstCompany ? [`First start. Sign in with: ${firstCompany.admin.email}`] : []),
          ...(firstCompany?.password ? [`Password, shown only this once: ${firstCompany.password}`] : []),
          ...(isPassive
            ? [
                `On standby after a restore: nothing is sent or received until you run: balcao activate --data ${config.dataDir}`,
              ]
            : []),
        ],
      )
    })
}
