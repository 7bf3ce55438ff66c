import { useAtom, useAtomValue } from 'jotai/react'
import { BellRing, ChevronDown, LogOut, UserRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type UserStatus, userStatuses } from '../../../src/users/contract'
import { chooseLanguage, languageAtom } from '../../shared/i18n/language'
import { languageNames, languages } from '../../shared/i18n/languages'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { classes } from '../../shared/kit/classes'
import { Face } from '../../shared/kit/Face'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../shared/kit/Menu'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { takeOwn } from '../../shared/session/session'
import { useUser } from '../../shared/session/useUser'
import { preferredThemeAtom } from '../../shared/theme/theme'
import { changeUser } from '../directory/api'
import { Presence } from '../directory/Presence'
import { useLeaving } from './useLeaving'

const NoticesDialog = lazyPart(() => import('./NoticesDialog').then((file) => file.NoticesDialog))
const ProfileDialog = lazyPart(() => import('./ProfileDialog').then((file) => file.ProfileDialog))

/** The signed-in user with presence, profile, theme, language, and sign-out. */
export function UserMenu() {
  const t = useText()
  const user = useUser()
  const language = useAtomValue(languageAtom)
  const [theme, setTheme] = useAtom(preferredThemeAtom)
  const [leave, question] = useLeaving()
  const [isEditing, edit] = useState(false)
  const [isChoosing, chooseNotices] = useState(false)
  const say = (status: UserStatus) => {
    takeOwn({ status })
    changeUser(user.id, { status }).catch((failure) => {
      takeOwn({ status: user.status })
      toast.failure(failure)
    })
  }
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
        <div className="px-2.5 pt-1.5 pb-2 two">
          <b className="font-semibold">{user.name}</b>
          <small>{user.email}</small>
        </div>
        <MenuSeparator />
        <MenuChoice
          label={t('shell.status')}
          value={user.status}
          onChange={say}
          options={userStatuses.map((value) => ({ value, label: <Presence status={value} /> }))}
        />
        <MenuSeparator />
        <MenuItem icon={<UserRound />} onSelect={() => edit(true)}>
          {t('shell.profile.title')}
        </MenuItem>
        <MenuItem icon={<BellRing />} onSelect={() => chooseNotices(true)}>
          {t('bar.notices.title')}
        </MenuItem>
        <MenuSeparator />
        <MenuChoice
          label={t('shell.theme.title')}
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'system', label: t('shell.theme.system') },
            { value: 'light', label: t('shell.theme.light') },
            { value: 'dark', label: t('shell.theme.dark') },
          ]}
        />
        <MenuSeparator />
        <MenuChoice
          label={t('shell.language')}
          value={language}
          onChange={(chosen) => void chooseLanguage(chosen)}
          options={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
        />
        <MenuSeparator />
        <MenuItem icon={<LogOut />} onSelect={leave}>
          {t('shell.signOut')}
        </MenuItem>
      </Menu>
      {question}
      {isEditing && (
        <Suspense>
          <ProfileDialog onClose={() => edit(false)} />
        </Suspense>
      )}
      {isChoosing && (
        <Suspense>
          <NoticesDialog onClose={() => chooseNotices(false)} />
        </Suspense>
      )}
    </>
  )
}
