import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { classes } from '../../shared/kit/classes'
import { Face } from '../../shared/kit/Face'
import { Menu } from '../../shared/kit/Menu'
import { lazyPart } from '../../shared/lazyPart'
import { useUser } from '../../shared/session/useUser'
import { useLeaving } from './useLeaving'

const UserMenuItems = lazyPart(() => import('./UserMenuItems').then((file) => file.UserMenuItems))
const NoticesDialog = lazyPart(() => import('./NoticesDialog').then((file) => file.NoticesDialog))
const ProfileDialog = lazyPart(() => import('./ProfileDialog').then((file) => file.ProfileDialog))

/** The signed-in user with presence, profile, theme, language, and sign-out. */
export function UserMenu() {
  const t = useText()
  const user = useUser()
  const [leave, question] = useLeaving()
  const [isEditing, setEditing] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className={classes(buttonClass('ghost', 'sm'), 'pl-1.5')}
            aria-label={t('shell.userMenu', { name: user.name })}
          >
            <span className="face-place" data-status={user.status}>
              <Face name={user.name} size={1.5} />
            </span>
            <span className="not-phone">{user.name.split(' ')[0]}</span>
            <ChevronDown className="not-phone" />
          </button>
        }
      >
        <UserMenuItems onProfile={() => setEditing(true)} onNotices={() => setChoosing(true)} onLeave={leave} />
      </Menu>
      {question}
      {isEditing && (
        <Suspense>
          <ProfileDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
      {isChoosing && (
        <Suspense>
          <NoticesDialog onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}
