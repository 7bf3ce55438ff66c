import './passkey.css'
import { CircleX, Hourglass, ServerCrash, ShieldAlert, SmartphoneNfc, Unplug, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Steps } from '../pair/Steps'
import { Stages } from './Stages'
import { Ask } from './Ways'

const icons = {
  passkeyOutOfTime: <Hourglass />,
  passkeySilent: <SmartphoneNfc />,
  passkeyCodeDiffers: <ShieldAlert />,
  passkeyRefused: <UserX />,
  passkeyNoOptions: <CircleX />,
  passkeyUnreadable: <CircleX />,
  passkeyLineLost: <Unplug />,
  passkeyInterrupted: <ServerCrash />,
} satisfies Record<string, ReactNode>
export type Failure = keyof typeof icons

export const isFailure = (reason: string | null): reason is Failure => reason !== null && reason in icons

/** Why linking failed, and what to do. */
export function Failed({ reason }: { reason: Failure }) {
  const t = useText()
  return (
    <>
      <Stages at={reason === 'passkeyCodeDiffers' ? 'code' : 'passkey'} />
      <WhatToDo
        icon={icons[reason]}
        title={t(`connections.passkey.failed.${reason}.title`)}
        text={t(`connections.passkey.failed.${reason}.text`)}
        deeds={[t(`connections.passkey.failed.${reason}.do1`), t(`connections.passkey.failed.${reason}.do2`)]}
      />
    </>
  )
}

/** The owner declined, or the browser found no passkey: the request is still valid. */
export function Refused() {
  const t = useText()
  return (
    <WhatToDo
      icon={<CircleX />}
      title={t('connections.passkey.refused.title')}
      text={t('connections.passkey.refused.text')}
      deeds={[t('connections.passkey.refused.do1'), t('connections.passkey.refused.do2')]}
    />
  )
}

type Props = { icon: ReactNode; title: string; text: string; deeds: readonly string[] }

function WhatToDo({ icon, title, text, deeds }: Props) {
  const t = useText()
  return (
    <div role="alert">
      <Ask icon={icon} tone="bad" title={title} text={text} />
      <div className="px-5 pb-5 pl-[4.625rem]">
        <p className="text-sm font-medium mb-2.5">{t('connections.passkey.toDo')}</p>
        <Steps texts={deeds} />
      </div>
    </div>
  )
}
