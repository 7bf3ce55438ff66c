/** Services that follow the settings of the operator: the installation's mail and AI. */
import { waitForAll } from '../platform/gate'
import { mailerFor } from '../platform/mail'
import { defineService } from '../platform/module'
import { createAccounts, MAIL_ACCOUNTS } from './mail-sign-in/accounts'
import { createMailSignIn, installationMail } from './mail-sign-in/sign-in'
import { operatorSettingsUpdated } from './operator/contract'
import { operatorAi } from './operator/settings'

export const settingServices = [
  defineService('mailSignIn', {
    create: ({ databases, controlWrites, encryptionFor, operatorSettings, hub, gate, ...services }) =>
      createMailSignIn({
        ...services,
        accounts: createAccounts({ databases, controlWrites, encryption: encryptionFor(MAIL_ACCOUNTS) }),
        settings: operatorSettings,
        wait: waitForAll(gate),
        refused: () => hub.emitByOperator(operatorSettingsUpdated({ records: [] }), ({ super: isSuper }) => isSuper),
      }),
  }),
  defineService('mailer', {
    create: ({ isOnStandby, operatorSettings, mailSignIn, gate }) => {
      const wait = waitForAll(gate)
      return mailerFor(() => (isOnStandby() ? undefined : installationMail(operatorSettings, mailSignIn, wait)))
    },
  }),
  defineService('ai', {
    create:
      ({ operatorSettings }) =>
      () =>
        operatorAi(operatorSettings),
  }),
]
