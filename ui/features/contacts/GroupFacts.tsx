import { identityOf } from '../../../src/contacts/contract'
import type { ContactDetail } from '../../../src/contacts/groups/contract'
import { formatPhone } from '../../shared/i18n/phone'
import { useText } from '../../shared/i18n/useText'
import { PeopleList } from './PeopleList'

/** A group's description, rules and members. */
export function GroupFacts({ group }: { group: ContactDetail }) {
  const t = useText()
  const rules = (
    [
      group.isCommunity && 'isCommunity',
      group.isCommunityAnnounce && 'isCommunityAnnounce',
      group.announce && 'announce',
      group.restrict && 'restrict',
      group.joinApprovalMode && 'joinApproval',
      !group.memberAddMode && 'onlyAdminsAdd',
      group.adminGroup && 'weAreAdmin',
    ] as const
  ).filter((rule) => rule !== false)
  return (
    <>
      {(group.descGroup || group.community || rules.length > 0) && (
        <div className="fold grid gap-3 text-sm">
          {group.descGroup && <p className="select-text whitespace-pre-wrap break-words">{group.descGroup}</p>}
          {group.community && (
            <p className="text-muted">{t('contact.groupFacts.community', { name: group.community })}</p>
          )}
          {rules.length > 0 && (
            <ul className="grid list-disc gap-1 pl-4 text-muted">
              {rules.map((rule) => (
                <li key={rule}>{t(`contact.groupFacts.${rule}`)}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {group.participants.length > 0 && (
        <PeopleList
          title={t('contact.groupFacts.participants', { count: group.participants.length })}
          people={group.participants.map(({ id, name, number, username, profilePicUrl, role, isUs }) => ({
            id,
            name: isUs ? t('contact.groupFacts.us', { name }) : name,
            // Members without a name are shown by number.
            identity: name.replace(/\D/g, '') === number ? null : identityOf({ number, username }, formatPhone),
            picture: profilePicUrl,
            mark: role === 'member' ? null : t(`contact.groupFacts.${role}`),
          }))}
        />
      )}
    </>
  )
}
