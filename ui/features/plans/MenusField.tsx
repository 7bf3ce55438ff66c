import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useId } from 'react'
import { CAMPAIGNS_MENU, campaignMenus, completeMenus, NO_GROUP } from '../../../src/features/plans/contract'
import { fixedMenus } from '../../../src/tenancy/contract'
import { useField } from '../../shared/form/useField'
import type { Form } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Skeleton } from '../../shared/kit/Skeleton'
import { menusQuery } from './api'
import type { Typed, Values } from './PlanForm'
import { groupsOf } from './spec'
import { useMenuTitle } from './useMenuTitle'

/** The plan's menu entries. Five are always included; campaigns add their lists, settings and dashboard. */
export function MenusField({ form }: { form: Form<Typed, Values> }) {
  const t = useText()
  const titleOf = useMenuTitle()
  const id = useId()
  const { data, error, refetch } = useQuery(menusQuery)
  const { value, onChange } = useField<number[], Typed, Values>(form, 'menus')
  const chosen = completeMenus(value)
  const all = data?.menus ?? []
  const toggle = (menu: number, has: boolean) =>
    onChange(completeMenus(has ? [...chosen, menu] : chosen.filter((one) => one !== menu)))
  const groupName = (name: string) => (name === NO_GROUP ? NO_GROUP : t.find(`plans.group.${name}`) || name)
  return (
    <fieldset className="grid gap-2 pt-3 border-t border-line" aria-describedby={`${id}-hint`}>
      <legend className="sr-only">{t('plans.form.menus')}</legend>
      <div className="flex items-baseline gap-2">
        <span className="text-sm font-medium">{t('plans.form.menus')}</span>
        <small id={`${id}-hint`} className="text-xs text-muted max-md:hidden">
          {t('plans.form.menusHint')}
        </small>
        <small className="nums text-xs text-muted ml-auto">
          {t('plans.form.menusOf', { chosen: chosen.length, all: all.length })}
        </small>
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      <div className="plan-menu-groups grid grid-cols-3 gap-6 max-md:grid-cols-1">
        {groupsOf(all).map((group) => (
          <div key={group.name} className="grid gap-0.5 content-start">
            <h3 className="flex items-center min-h-7 type-xs font-medium text-faint">{groupName(group.name)}</h3>
            {group.menus.map(({ id: menu, name }) => {
              const isFixed = fixedMenus.includes(menu)
              const isBrought = campaignMenus.includes(menu)
              return (
                <label className="flex items-center gap-2 min-h-7 type-sm cursor-pointer max-md:min-h-10" key={menu}>
                  <input
                    type="checkbox"
                    className="checkbox checkbox-primary checkbox-sm"
                    checked={chosen.includes(menu)}
                    disabled={isFixed || isBrought}
                    onChange={({ target }) => toggle(menu, target.checked)}
                  />
                  {titleOf(menu) ?? name}
                  {isFixed && <Lock className="size-3.5! text-faint" aria-label={t('plans.form.always')} />}
                  {isBrought && !chosen.includes(CAMPAIGNS_MENU) && (
                    <small className="sr-only">{t('plans.form.withCampaigns')}</small>
                  )}
                </label>
              )
            })}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
