/*
 * The helper's background: opens WhatsApp Web for the page that asks, and hands the answer back to that page alone. It
 * sends nothing over the network. What is under way is kept by the browser, because it may stop this script meanwhile.
 */
/* global chrome */
const WHATSAPP = 'https://web.whatsapp.com/'

/** By the tab of WhatsApp Web: { options, asker }. Gone with the browser. */
const kept = async (tabId) => (await chrome.storage.session.get(String(tabId)))[tabId]
const keep = (tabId, request) => chrome.storage.session.set({ [tabId]: request })
const forget = (tabId) => chrome.storage.session.remove(String(tabId))

const tell = (asker, news) => chrome.tabs.sendMessage(asker, news).catch(() => {})

async function open(options, asker) {
  const window = await chrome.windows.create({ url: 'about:blank', type: 'popup', width: 520, height: 720 })
  const [tab] = window.tabs
  await keep(tab.id, { options, asker })
  await chrome.tabs.update(tab.id, { url: WHATSAPP })
}

async function finish(tabId, news) {
  const request = await kept(tabId)
  if (!request) return
  if (news.says === 'answer') await forget(tabId)
  await tell(request.asker, news)
  if (news.says === 'answer') await chrome.tabs.remove(tabId)
}

chrome.runtime.onMessage.addListener((message, { tab, url = '' }, reply) => {
  const isOurPage = url.startsWith(`${globalThis.BALCAO_ORIGIN}/`)
  const isWhatsapp = url.startsWith(WHATSAPP)
  if (isOurPage && message.ask === 'passkey') void open(message.options, tab.id)
  if (isWhatsapp && message.ask === 'request') {
    void kept(tab.id).then((request) => reply(request?.options ?? null))
    return true
  }
  if (isWhatsapp && message.says) void finish(tab.id, message)
  return false
})

chrome.tabs.onRemoved.addListener(async (tabId) => {
  const request = await kept(tabId)
  if (!request) return
  await forget(tabId)
  await tell(request.asker, { says: 'closed' })
})

/** Pages that are open already learn of the helper without being loaded again. */
chrome.runtime.onInstalled.addListener(async () => {
  for (const tab of await chrome.tabs.query({ url: globalThis.BALCAO_PATTERN }))
    await chrome.scripting.executeScript({ target: { tabId: tab.id }, files: ['config.js', 'page.js'] }).catch(() => {})
})
