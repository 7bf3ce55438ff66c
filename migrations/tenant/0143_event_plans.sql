-- What an event has beside its text and times. Most events have none of these.
CREATE TABLE event_plans (
  event_id INTEGER PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  remind_lead INTEGER, -- minutes before the start; negative: after it
  remind_at INTEGER, -- the next reminder
  reminding_start INTEGER, -- has reminded of the occurrence that begins then, and its owner has not seen it
  contact_id INTEGER REFERENCES contacts (id) ON DELETE SET NULL,
  repeat TEXT, -- day, weekdays, week, fortnight, month, year; NULL: once
  repeat_until TEXT, -- the last day, 2026-11-19; NULL: for ever
  skipped TEXT NOT NULL DEFAULT '[]', -- days on which it does not take place
  uid TEXT -- its name in other calendars, when it came from one
);
CREATE INDEX event_plans_remind ON event_plans (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX event_plans_contact ON event_plans (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX event_plans_uid ON event_plans (uid) WHERE uid IS NOT NULL;
