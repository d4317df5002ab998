### The texts of Parlour in English. docs/guides/translating.md says how to add a language.

## The language itself

# For `lang` attributes: `en-IN`.
language_name-tag = en-IN
# In the language itself, for people who read no other.
language_name-own = English
# What the choice of a language is called.
language_name-label = Language

## Dates

# The parts of the day, in times on a clock of twelve hours. This one is from midnight to 4.
dates-part_night_early = am
# From 4 to 12.
dates-part_morning = am
# From 12 to 16.
dates-part_afternoon = pm
# From 16 to 20.
dates-part_evening = pm
# From 20 to midnight.
dates-part_night = pm
dates-today = Today
# $day is `16 Nov`, for a language that has one word for tomorrow and yesterday. Arguments: $day
dates-tomorrow = Tomorrow
# In the middle of a sentence.
dates-today_in_sentence = today
# In the middle of a sentence. Arguments: $day
dates-tomorrow_in_sentence = tomorrow
dates-weekday_monday = Monday
dates-weekday_tuesday = Tuesday
dates-weekday_wednesday = Wednesday
dates-weekday_thursday = Thursday
dates-weekday_friday = Friday
dates-weekday_saturday = Saturday
dates-weekday_sunday = Sunday
dates-weekday_short_monday = Mon
dates-weekday_short_tuesday = Tue
dates-weekday_short_wednesday = Wed
dates-weekday_short_thursday = Thu
dates-weekday_short_friday = Fri
dates-weekday_short_saturday = Sat
dates-weekday_short_sunday = Sun
# Seven days side by side in little space: the shortest that tells them apart in their order.
dates-weekday_letter_monday = M
dates-weekday_letter_tuesday = T
dates-weekday_letter_wednesday = W
dates-weekday_letter_thursday = T
dates-weekday_letter_friday = F
dates-weekday_letter_saturday = S
dates-weekday_letter_sunday = S
dates-month_january = January
dates-month_february = February
dates-month_march = March
dates-month_april = April
dates-month_may = May
dates-month_june = June
dates-month_july = July
dates-month_august = August
dates-month_september = September
dates-month_october = October
dates-month_november = November
dates-month_december = December
dates-month_short_january = Jan
dates-month_short_february = Feb
dates-month_short_march = Mar
dates-month_short_april = Apr
dates-month_short_may = May
dates-month_short_june = Jun
dates-month_short_july = Jul
dates-month_short_august = Aug
dates-month_short_september = Sep
dates-month_short_october = Oct
dates-month_short_november = Nov
dates-month_short_december = Dec

## Frame

frame-skip = Skip to the content
frame-main_navigation = Main
frame-book = Book
frame-visits = Visits
frame-rewards = Rewards
frame-me = Me
frame-sign_in = Sign in
frame-back = Back
frame-notifications = Notifications
frame-unread = { $count ->
    [one] 1 unread
   *[other] { $count } unread
 }
frame-privacy = Privacy
frame-call_me = Call me back
frame-all_services = All services
frame-footer_navigation = More
frame-errors_title = { $count ->
    [one] Please correct this
   *[other] Please correct these { $count } things
 }
frame-optional = optional
frame-sent_before = This form was sent already. What was changed since then was not saved.
frame-finish_profile = Your profile is not complete yet.
frame-finish_profile_link = Complete it

## Flash

flash-own_booking_moved = Your visit was moved.
flash-own_booking_cancelled = Your visit was cancelled.
flash-time_accepted = The new time is yours.
flash-time_declined = We keep your request, and look for another time.
flash-profile_saved = Your details were saved.
flash-consents_saved = Your choices were saved.
flash-all_read = Everything is marked as read.
flash-own_visit_started = The visit has begun.
flash-own_visit_finished = Done. The desk sees that it can be paid.
flash-own_visit_goes_on = The visit goes on.
flash-leave_asked = Your leave is asked for. A manager decides.
flash-leave_withdrawn = Your request was withdrawn.
flash-signed_out = You are signed out.
flash-others_signed_in = You were signed out here already, and your other devices still are signed in. Sign in to sign them out.
flash-device_signed_out = That device is signed out.
flash-calendar_off = The calendar address no longer works.
flash-erased = Your data was erased.
flash-choose_services = Choose a service first.
flash-choose_time = Choose a time first.
flash-services_gone = Something you had chosen is not offered any more. Please look again.
flash-salon_and_spa = Spa visits are booked on their own. Please choose salon or spa services.
flash-too_many_services = That is more than fits into one visit. Please choose fewer services.
flash-branch_gone = That branch takes no bookings at the moment. Please choose another.
flash-not_done_here = This branch does not do that at the moment. Please choose something else.
flash-person_gone = That person cannot be booked here any more. Please choose again.
flash-time_gone = That time is not possible any more. Please choose another.
flash-lead_moved = The lead was moved.
flash-lead_assigned = Saved who looks after it.
flash-lead_noted = The note was added.
flash-lead_added = The lead was added.
flash-membership_sold = The membership is sold and the invoice is written.
flash-session_recorded = The session is recorded.
flash-session_reversed = The session is reversed and its minutes are back.
flash-membership_cancelled = The membership is cancelled.
flash-booking_booked = The visit is booked.
flash-booking_waits = The visit is noted. It waits for somebody to be assigned.
flash-booking_entered = The past visit was entered.
flash-walk_in_started = The visit has begun.
flash-customer_added = The customer was added.
flash-customer_saved = The details were saved.
flash-customers_merged = The two records are one now.
flash-customer_erased = The personal data was erased.
flash-tag_added = The tag was added.
flash-tag_removed = The tag was removed.
flash-note_saved = The note was saved.
flash-note_pinned = The note is shown first from now on.
flash-note_unpinned = No note is pinned any more.
flash-gems_changed = The gems were changed.
flash-noshows_saved = The no-show record was saved.
flash-invoice_sent = The invoice is on its way by e-mail.
flash-payments_corrected = The payments were corrected.
flash-credit_note_issued = The credit note was issued.
flash-day_closed = The day is closed.
flash-day_reopened = The day is open again.
flash-cash_recorded = The cash was recorded.
flash-board_arrived = Marked as arrived.
flash-board_started = The visit has begun.
flash-board_no_show = Marked as a no-show.
flash-board_approved = The request was approved.
flash-time_blocked = The time is blocked.
flash-time_given_back = The time can be booked again.
flash-booking_approved = The visit is confirmed, and the customer is told.
flash-booking_arrived = Marked as arrived.
flash-booking_started = Started.
flash-booking_undone = Taken back.
flash-booking_reopened = The visit is open again.
flash-booking_assigned = The visit was given to somebody else.
flash-booking_lines_changed = The services were changed.
flash-booking_moved = The visit was moved.
flash-booking_moved_told = The visit was moved. The customer is told.
flash-booking_offered = The other time is offered to the customer.
flash-booking_cancelled = The visit is cancelled.
flash-booking_no_show = Marked as no-show.
flash-booking_rejected = The request is declined, and the customer is told why.
flash-booking_note_added = The note was saved.
flash-setup_saved = Saved.
flash-setup_invited = The invitation is on its way by e-mail.
flash-setup_invited_untold = The person is invited. No e-mail is set up here: please tell them yourself.
flash-setup_email_once = The test was asked for already: it is sent once.
flash-setup_email_sent = The e-mail is on its way. Look whether it arrives, also among the unwanted ones.
flash-setup_finished = The desk is yours. Welcome.
flash-salon_saved = The salon was saved.

flash-service_added = The service was added.
flash-service_saved = The service was saved.
flash-services_ordered = The order was saved.
flash-category_added = The category was added.
flash-category_saved = The category was saved.
flash-offer_added = The offer was added.
flash-offer_saved = The offer was saved.
flash-offer_switched_off = The offer is switched off.
flash-offer_switched_on = The offer is switched on.
flash-tier_added = The tier was added.
flash-tier_saved = The tier was saved.
flash-branch_added = The branch was added.
flash-branch_saved = The branch was saved.
flash-member_added = The person can be booked from now on.
flash-member_saved = The person was saved.
flash-week_saved = The working hours were saved.
flash-leave_given = The leave is given.
flash-leave_declined = The request for leave is declined.
flash-holiday_added = The holiday was added.
flash-holiday_removed = The holiday was removed.
flash-user_invited = The invitation is on its way by e-mail.
flash-user_invited_untold = The person is invited. No e-mail is set up here: please tell them yourself.
flash-user_role_saved = The role was changed.
flash-user_signed_out = This person is signed out everywhere.
flash-invitation_withdrawn = The invitation was withdrawn.
flash-tag_created = The tag was created.
flash-tag_saved = The tag was saved.
flash-integration_works = The test worked.
flash-integration_fails = The test failed. Its card says why.
flash-work_retried = It is tried again now.
flash-import_started = The import has begun.
flash-export_started = The export has begun.

## Errors

errors-not_found_title = This page is not here
errors-not_found = The address may be old, or something is missing in it.
errors-forbidden_title = This is not for you to see
errors-forbidden = Your account may not open this page.
errors-too_many_title = One moment, please
errors-too_many = There were many requests from here in a short time. Please wait a minute and try again.
# On a page that loads again by itself.
errors-too_many_waits = There were many requests from here in a short time. This page tries again by itself.
errors-unavailable_title = We are busy for a moment
errors-unavailable = Please try again in a moment. Nothing was lost.
errors-internal_title = Something went wrong on our side
errors-internal = Please try again. If it stays like this, call us and read out the number below.
errors-sign_in_failed_title = Sign-in did not work
errors-sign_in_not_started = This sign-in was not started here, or took too long.
errors-sign_in_another = This is not the sign-in that was started here.
errors-not_signed_in_title = You are not signed in
errors-sign_in_cancelled = The sign-in was cancelled.
errors-sign_in_cancelled_booking = The sign-in was cancelled. Your booking is as you left it; sign in to send it.
errors-sign_in_no_code = The sign-in provider sent no code.
errors-sign_in_not_confirmed = The sign-in could not be confirmed. Please try again.
errors-sign_in_unreachable = The sign-in provider cannot be reached. Please try again in a moment.
errors-sign_in_recycled_email = Your e-mail address belongs to another person's account here, who signs in in another way. Please ask the salon for help.
errors-sign_in_concurrent = Another sign-in was a moment earlier. Please try again.
errors-too_large_title = That is too long
errors-too_large = The form is longer than we can take, so nothing of it was kept. Please go back and shorten it.
errors-conflict_title = That is no longer possible
errors-conflict = Something has changed since this page was opened. Please go back and look again.
errors-invalid_title = That cannot be shown
errors-invalid = Something in this address or form is not as we expect it. Please go back and try again.
errors-try_again = Try again
errors-to_booking = Back to my booking
errors-to_home = To the first page
errors-request_number = Number
errors-unsubscribe_title = Stop these e-mails?
errors-unsubscribe = You said yes to news from us, so we write to you on your birthday and after a visit. You still get e-mails about your visits and invoices.
errors-unsubscribe_button = Stop these e-mails
errors-unsubscribed_title = Done
errors-unsubscribed = We will not write to you about offers and reviews any more. You can change this on your page.
errors-unknown_link_title = This link leads nowhere
errors-unknown_link = Perhaps it is incomplete. Please open it from the e-mail again, or change the setting on your page.

## Field error

# What is wrong with a field of a form. $field is its label.
field_error-not_valid = { $field } is not as we expect it
field_error-required = { $field } is required
field_error-not_chosen = { $field } must be chosen
field_error-empty_list = { $field } must not be empty
# Arguments: $field, $most
field_error-too_many = { $field } can be at most { NUMBER($most) }
field_error-whole_number = { $field } must be a whole number
# Arguments: $field, $min, $max
field_error-out_of_range = { $field } must be a whole number from { NUMBER($min) } to { NUMBER($max) }
field_error-date = { $field } must be a real date
field_error-time = { $field } must be a time of day
field_error-choice = { $field } must be one of the choices
field_error-past_date = { $field } must be a date in the past
# Arguments: $field, $years
field_error-too_many_years_ago = { $field } must be at most { NUMBER($years) } years ago. Please check the year
field_error-rupees = { $field } must be rupees, such as 1499 or 1,499.50
field_error-above_zero = { $field } must be more than ₹0
field_error-empty = { $field } must not be empty
# Arguments: $field, $most
field_error-too_long = { $most ->
    [one] { $field } must be at most { $most } character
   *[other] { $field } must be at most { $most } characters
 }
field_error-unprintable = { $field } must not contain control characters or characters that change the direction of writing
field_error-phone = { $field } must be a 10-digit Indian mobile number, optionally with +91 or 0 in front
field_error-email = { $field } must be an e-mail address
field_error-gstin = { $field } must be a GSTIN: 15 characters such as 29ABCDE1234F1ZW
field_error-gstin_state = { $field } must begin with the code of a state
field_error-gstin_mistyped = { $field } is mistyped: its last character does not fit the others
field_error-future = { $field } must be in the future
field_error-today_or_later = { $field } must be today or later
# Arguments: $field, $days
field_error-too_long_ago = { $days ->
    [one] { $field } must be at most { $days } day ago
   *[other] { $field } must be at most { $days } days ago
 }
field_error-too_far_ahead = { $field } must be at most 2 years from today
field_error-closed_day = { $field } is not possible: the branch is closed on that day
# Arguments: $field, $opens, $closes
field_error-closed = { $field } must be from { $opens }, before { $closes }
field_error-ends_too_late = { $field } is too late: the visit must end by midnight
field_error-off_grid = { $field } must be a multiple of 5 minutes
field_error-too_soon_to_offer = { $field } must be more than an hour ahead, so that the customer can answer
field_error-within_two_years = { $field } must be within the next two years
field_error-before_first_day = { $field } must not be before the first day
field_error-leave_too_long = { $field } must be at most 366 days after the first day
field_error-branch_takes_no_bookings = { $field } is not a branch that takes bookings
field_error-not_done_here = { $field } is not done at this branch at present
# Arguments: $field, $most
field_error-too_many_services = { $field } can be at most { NUMBER($most) } services
field_error-visit_too_long = { $field } would take too long: the visit must end by midnight
field_error-unknown_customer = { $field } is not a customer of ours
field_error-not_staff = { $field } is not an active member of staff
field_error-staff_of_past_day = { $field } is required for a day in the past
field_error-staff_elsewhere = { $field } is not an active member of staff of this branch
field_error-unknown_service = { $field } is not a service of ours
field_error-not_offered = { $field } is not offered at present
field_error-salon_service = { $field } is a salon service
field_error-spa_service = { $field } is a spa service
field_error-too_expensive = { $field } would cost too much together
field_error-payment_required = { $field } is required where something is due
# Arguments: $field, $sum
field_error-adds_up = { $field } must add up to { $sum }
field_error-above_subtotal = { $field } must not be more than the subtotal
field_error-hours_for_spa = Hours of a membership pay for spa visits only.
field_error-after_start = { $field } must be after the start
field_error-tier_not_on_sale = { $field } is not a tier that is on sale
field_error-branch_not_open = { $field } is not a branch that is open
field_error-unknown_branch = { $field } is not a branch of ours
field_error-payment_unless_free = { $field } is required unless the price is 0
field_error-unknown_line = { $field } is not a line of this invoice
field_error-line_twice = { $field } is named twice
field_error-credit_too_small = { $field } must be at least ₹1
field_error-leaves_too_little = { $field } must leave nothing of the invoice, or at least ₹1

## Refusal

# Why a form was not carried out, above the form.
refusal-branch_code_taken = Another branch has this code
refusal-branch_number_taken = Another branch has this number
refusal-branch_code_used = Bookings or invoices carry the code, so it can no longer change
refusal-branch_stays_primary = One branch is always the first one. Make another branch the first instead.
refusal-branch_primary_closed = The first branch cannot be closed. Make another branch the first before
refusal-already_staff = This person can be booked already.
refusal-role_above_theirs = This person’s role is above yours.
refusal-role_above_yours = Nobody gives a role above their own
refusal-last_owner = This is the last owner. Make somebody else owner first.
refusal-user_known = Somebody with this e-mail is known already
refusal-invitation_accepted = This person has signed in already.
refusal-not_invited = This person was not invited.
refusal-tag_name_taken = There is a tag of this name already
refusal-wrong_status_pending = This visit waits for an answer, which does not allow that.
refusal-wrong_status_confirmed = This visit is confirmed, which does not allow that.
refusal-wrong_status_rejected = This visit is declined, which does not allow that.
refusal-wrong_status_cancelled = This visit is cancelled, which does not allow that.
refusal-wrong_status_in_progress = This visit is in progress, which does not allow that.
refusal-wrong_status_completed = This visit is done, which does not allow that.
refusal-wrong_status_no_show = This visit was missed, which does not allow that.
refusal-time_taken = This time is taken. Please choose another.
refusal-day_taken = This time is taken, and no other of this day is free.
refusal-too_many_pending = Too many of your requests wait for an answer here. Please wait, or call the salon.
refusal-block_taken = Something is booked then. Move it first.
refusal-not_cancellable = This visit can no longer be cancelled.
refusal-nothing_to_undo = There is nothing of today to take back on this visit.
refusal-too_late_to_cancel = It is too late to cancel this visit here. Please call the salon.
refusal-not_completed = Only a visit that is done can be reopened.
refusal-membership_session = A membership session is not reopened, but reversed.
refusal-not_credited = The invoice must be credited whole before the visit is reopened.
refusal-day_closed = Today is closed at this branch. A manager can open the day again.
refusal-today_closed = Today is closed at this branch.
refusal-not_billable = Only a confirmed visit, or one in progress, can be checked out.
refusal-unknown_offer = This offer is not there any more.
refusal-offer_expired = This offer is not running today.
refusal-offer_for_salon = Offers are for salon visits, and this is a spa visit.
refusal-offer_of_other_services = This offer is for other services than those of the visit.
refusal-offer_incomplete = The visit does not have all services of this combo.
refusal-offer_without_discount = This offer has no discount.
refusal-offer_used_today = The customer used an offer today already.
refusal-not_in_booking = This service is not in the visit.
refusal-not_redeemable = Gems cannot pay for this service.
refusal-nothing_redeemable = Gems can pay for none of the services of this visit.
refusal-too_few_gems = The customer does not have enough gems.
refusal-membership_terms = Here a receptionist sells a membership on the terms of its tier. A manager can sell other terms.
refusal-membership_active = This customer already has an active membership.
refusal-membership_over = This membership is over: no hours can be taken from it.
refusal-membership_not_begun = This membership had not begun on that day.
refusal-too_few_hours = This membership has not as many minutes left.
refusal-session_minutes = Here a receptionist records at least the minutes that a service takes. A manager can record fewer.
refusal-membership_not_active = Only an active membership can be cancelled.
refusal-session_reversed = This session was reversed already.
refusal-email_known = Someone with this e-mail is known already.
refusal-email_of_sign_in = This customer signs in with their e-mail, so only they can change it.
refusal-erase_team = Only customers can be erased here, not members of the team.
refusal-erase_themselves = This customer signs in, and can erase their data themselves.
refusal-confirm_phone = Please type the customer's phone number.
refusal-confirm_name = Please type the customer's name.
refusal-cancel_membership_first = A membership is still active. Cancel it first.
refusal-merge_target = Please choose another customer of ours.
refusal-merge_team = Only customers can be merged, not members of the team.
refusal-two_memberships = Both customers have an active membership. Cancel one of them first.
refusal-unknown_tag = This tag is not there any more.
refusal-unknown_booking = Please choose a visit of this customer.
refusal-credited_whole = This invoice is credited whole already.
refusal-less_is_left = Less than that is left of this invoice.
refusal-nothing_to_credit = Nothing was paid on this invoice, so there is nothing to credit.
refusal-payments_stay = This invoice has a credit note: its payments stay as they are.
refusal-invoice_day_closed = The day of this invoice is closed.
refusal-no_email = This customer has no e-mail address to send the invoice to.
refusal-day_closed_already = This day is closed already.
refusal-day_open_already = This day is open again already.
refusal-day_is_closed = This day is closed.
refusal-not_team_member = Please choose somebody of the team.
refusal-not_on_roster = You are not on the roster, so there is no leave to ask for.
refusal-leave_taken = You have asked for some of these days already, or have them off.
refusal-leave_decided = This request for leave is decided already.
refusal-copied_elsewhere = Somebody who was ticked works at another branch now, or not at all.
refusal-no_longer_staff = Somebody who was chosen cannot be booked any more. Please choose again.
refusal-visits_changed = The visits of these days were changed meanwhile. Please choose again.
refusal-holiday_taken = The branch has a holiday that day already.
refusal-no_branch_of_ours = Please choose a branch of ours.

## Home

home-title = Book a visit
# For search engines, with the salon's name.
home-description = { $salon }: see services and prices, pick your time, pay at the counter.
home-heading = The hour that belongs to you
home-lede = Hair, skin and spa by people who remember how you like it. See the price, pick your time, pay at the counter.
home-book = Book a visit
home-call_me = Call me back
home-price_promise = Every price includes GST
home-choice_promise = Ask for a woman, a man or a name
home-move_promise = Plans change: move it twice, free
home-categories = What would you like?
home-more_categories = Something else?
home-all_services = All services
home-from_price = from { $price }
home-offers = Offers for you
home-branches = Where to find us
home-book_at = Book at { $branch }
home-call = Call { $branch }
home-directions_to = Directions to { $branch }
home-opening_soon = We are opening soon
home-opening_soon_text = Leave your number, and we call you when the doors open.
# Both in one paragraph.
home-opening_soon_with_text = We are opening soon. Leave your number, and we call you when the doors open.
# Before the salon has any branch.
home-not_set_up_text = We are still getting everything ready. Please come back in a few days: then you can choose your time here.
home-prices_note = All prices in rupees, GST included.
home-good_morning = Good morning, { $name }
home-good_afternoon = Good afternoon, { $name }
home-good_evening = Good evening, { $name }
home-next_visit = Your next visit
# By the number of days until then; `$day` is the date. Arguments: $days, $day
home-next_visit_in = { $days ->
    [0] Your next visit, today
    [1] Your next visit, tomorrow
    [one] Your next visit, in { $days } day
   *[other] Your next visit, in { $days } days
 }
# Arguments: $staff, $branch
home-with_whom_where = with { $staff }, { $branch }
home-pending = Not confirmed
home-time_offered = New time offered
home-answer_offer = Answer
home-confirmed = Confirmed
home-in_progress = In progress
home-add_to_calendar = Add to calendar
home-details = Details
home-move_visit = Move
home-no_visit = When shall we see you?
home-no_visit_text = You have no visit ahead of you.
home-book_again = Book again
home-same_as_last_time = Same as last time?
# Arguments: $day, $staff
home-last_visit = { $day }, with { $staff }
home-book_again_for = Book again, { $price }
home-rewards = Rewards and membership
home-gems = Gems
# Arguments: $has, $needs
home-gems_of = { $needs ->
    [one] { NUMBER($has) } of { $needs } gem
   *[other] { NUMBER($has) } of { $needs } gems
 }
# Arguments: $missing, $service
home-gems_missing = { NUMBER($missing) } more for { $service }
home-gems_enough = Enough for { $service }
home-gems_rule = 1 gem for every ₹100
home-hours = Spa hours
# Arguments: $left, $total
home-hours_of = { $left } of { $total } left
# Below the figure that is left. Arguments: $total, $until
home-hours_left = left of { $total }, till { $until }

## Opening

opening-until = Open until { $time }
opening-later_today = Opens at { $time }
# `$day` is the date. Arguments: $time, $day
opening-tomorrow = Opens tomorrow at { $time }
# Arguments: $day, $time
opening-on_day = Opens { $day } at { $time }
opening-closed = Closed for now
# Arguments: $name, $opens
opening-holiday = Closed today, { $name }. { $opens }
opening-holiday_without_name = Closed today. { $opens }

## Services

services-title = Services and prices
services-description = Services and prices of { $salon }, GST included. Pick what you would like and book a time.
services-step_services = 1 Services
services-step_time = 2 Time
services-step_review = 3 Review
services-heading = What would you like?
services-branch = Where?
services-types = Salon or spa
services-all_types = All
services-salon = Salon
services-spa = Spa
services-search = Search services
services-search_in = { $count ->
    [one] Search { $count } service
   *[other] Search { $count } services
 }
services-categories = Categories
services-jump_to = Jump to
services-or_gems = { $gems ->
    [one] or { $gems } gem
   *[other] or { $gems } gems
 }
services-spa_alone = Spa visits are booked on their own.
services-salon_alone = Salon visits are booked on their own.
services-too_many = A visit can have at most 20 services. Please take some out.
services-left_out = { $count ->
    [one] One service of your link is not offered any more, so we left it out.
   *[other] { $count } services of your link are not offered any more, so we left them out.
 }
services-with_offer = With { $name }
# Arguments: $cut, $until
services-offer_takes_off = { $cut } off, till { $until }. Choose what you would like of these; the price comes down at the counter.
# Arguments: $price, $until
services-offer_together = All of these together cost { $price }, till { $until }. The price comes down at the counter.
# For an offer that does not say how much it takes off.
services-offer_at_counter = Till { $until }. Choose what you would like of these; the price comes down at the counter.
services-offer_over = This offer has ended. You can book its services at their usual price.
services-nothing_found = Nothing by that name. Try a shorter word.
services-show_all = Show all services
services-chosen = Chosen so far
services-your_visit = Your visit
services-total = Total, GST included
services-choose_time = Choose a time
services-pay_at_counter = You pay at the counter: cash, card or UPI.
services-nothing_chosen = Nothing chosen yet
# Patterns for the script: `{n}` is the number.
services-one_service = { "{n}" } service
services-many_services = { "{n}" } services

## Service

# Arguments: $name, $price, $minutes
service-description = { $name }: { $price } with GST, { $minutes }. Book online.
service-gst_included = GST included
service-or_gems = { $gems ->
    [one] also for { $gems } gem
   *[other] also for { $gems } gems
 }
service-add = Add to visit
service-not_offered = This service is not offered at the moment.
service-see_others = See what we offer
service-offers = Offers with it
service-similar = You may also like

## Offer

offer-off = off
offer-together = together
offer-until = till { $day }
offer-services = For these services
offer-terms = Good to know
offer-book = Book with this offer
offer-call_me = Call me back
offer-at_counter = The price comes down at the counter. Every price includes GST.
offer-ended = This offer has ended
offer-ended_text = There may be another one that suits you.

## Call me

call_me-title = Call me back
call_me-description = Leave your number, and { $salon } calls you within the hour.
call_me-lede = Leave your name and number. We call within the hour and find a time that suits you.
call_me-name = Name
call_me-phone = Mobile number
call_me-phone_hint = Ten digits
call_me-service = What is it about?
call_me-any_service = Not sure yet
call_me-unknown_service = The service is not offered any more, please choose another
call_me-promise = We use your number for this call only.
call_me-button = Call me back
call_me-thanks = Thank you, we call within the hour.
call_me-thanks_text = Keep your phone near you. Until then, have a look at what we offer.
# With when the salon opens.
call_me-closed_now = We are closed just now, so the hour counts from when we open. { $opens }.
call_me-look_around = See services and prices
# In the list of errors.
call_me-service_name = The service

## Booking

booking-step_services = 1 Services
booking-step_time = 2 Time
booking-step_review = 3 Review
booking-time_title = Choose a time
booking-time_heading = When suits you?
booking-with_whom = With whom
booking-anyone = Anyone
booking-first_free = first free
booking-a_woman = A woman
booking-a_man = A man
booking-people_here = { NUMBER($count) } here
booking-with_anyone = with anyone
booking-with_a_woman = with a woman
booking-with_a_man = with a man
booking-with_person = with { $name }
booking-in_one_go = { $minutes } in one go
booking-choose_day = Day
booking-earlier = Two weeks earlier
booking-later = Two weeks later
booking-free_count = { NUMBER($count) } free
booking-full = Full
booking-closed = Closed
booking-morning = Morning
booking-afternoon = Afternoon
booking-evening = Evening
booking-times = { $count ->
    [one] 1 time
   *[other] { $count } times
 }
booking-times_on = Times on { $day }
booking-until = till { $time }
# Arguments: $who, $day
booking-not_free_on = { $who } is not free on { $day }.
booking-nobody_free_on = Nobody is free on { $day }.
booking-closed_on = We are closed on { $day }.
# Arguments: $day, $holiday
booking-closed_for = We are closed on { $day }: { $holiday }.
booking-over_for_today = We have closed for today.
booking-too_late_today = There is not enough time left before we close today.
booking-nobody_in = Nobody in
booking-nobody_in_on = Nobody who does this works on { $day }.
booking-no_woman_in_on = No woman who does this works on { $day }.
booking-no_man_in_on = No man who does this works on { $day }.
# Arguments: $who, $day
booking-person_not_in_on = { $who } does not work on { $day }.
booking-too_long_day = Too long
booking-too_long = { $minutes } in one go is longer than our day. Please choose fewer services, or call us.
booking-nearest = Nearest:
booking-no_time_soon = There is no free time in the next weeks. Please call us, we will find one.
booking-we_confirm = We confirm your time, usually within 30 minutes.
booking-nothing_suits = Nothing that suits?
booking-leave_a_wish = Ask us to call you back
booking-your_visit = Your visit
booking-total = Total, GST included
booking-gst_included = GST included
booking-pay_at_counter = You pay at the counter: cash, card or UPI.
booking-so_far = So far
booking-review_title = Review your visit
booking-review_heading = One last look
booking-change_time = Change the time
booking-change_services = Change the services
# An offer that may apply, and what it takes off. Its name is in bold. Arguments: $offer, $less
booking-offer = { $offer } may take { $less } off. We check it with you at the counter.
# The offer that was chosen. Its name is in bold. Arguments: $offer, $less
booking-chosen_offer = { $offer } takes { $less } off at the counter.
booking-offer_missed = Your offer is not for these services on this day.
booking-note_label = Anything we should know?
# In the list of errors.
booking-note_name = Your note
booking-note_hint = Only our team reads this.
booking-note_placeholder = Allergies, a sore shoulder, a wish
booking-note_later = After signing in you can leave us a note
booking-cancel_any_time = Free to cancel any time before it
booking-cancel_that_day = Free to cancel until { $time } that day
# Arguments: $day, $time
booking-cancel_until = Free to cancel until { $day }, { $time }
booking-cancel_by_phone = This visit is soon: to cancel it, please call us
booking-can_move_twice = You can move it twice
booking-nothing_to_pay = Nothing to pay now
booking-who_heading = Sign in to send your request
booking-sign_in_text = Sign in once and send your request. What you chose stays.
booking-continue_with_google = Continue with Google
booking-confirm = Confirm
booking-confirm_heading = All good, { $name }?
booking-confirm_text = We answer your request, usually within 30 minutes.
booking-consent = By continuing you agree that we use your name, phone number and visits to run your booking.
booking-privacy_notice = Privacy notice
booking-at_counter = at the counter
booking-take_time = Take { $time }
booking-other_days = See other days
booking-time_taken = Somebody was quicker: this time was just taken. These are the nearest:
booking-day_taken = Somebody was quicker: this time was just taken, and there is no other time for this visit that day.
booking-with_anyone_else = Try it with anyone
booking-price_changed = A price has changed since you opened this page. Please look at the sum again.
booking-too_many_pending = Several of your requests still wait for our answer. Please give us a moment, or call us.
booking-sent_before = This form was sent already, and a visit was booked with it. What was changed since then was not booked.
booking-same_visit = You already have a visit at this time.
booking-open_same_visit = Open that visit
booking-once_more = Book it once more
# Arguments: $services, $time
booking-other_visit = You already have a visit at { $time }: { $services }. Book both?
booking-book_both = Book both
booking-not_offered_heading = Not all of it is offered any more
booking-not_offered = { $name } is not offered at the moment.
booking-not_offered_unknown = One of the services is not offered at the moment.
booking-go_on_without = Go on without it
booking-move_title = Move your visit
booking-move_heading = Move it to when?
booking-now_at = Now:
booking-first_move = You can move it twice; this is the first.
booking-second_move = You can move it twice; this is the second.
booking-confirmed_again = We confirm the new time again.
booking-move_button = Move visit
booking-move_to = Move to { $time }
booking-new_time = New time
booking-choose_a_time = Choose a time
booking-choose_time_first = Choose a time first.
booking-moved_twice = This visit was moved twice already. Please call us to move it again.
booking-not_movable = This visit can no longer be moved.
booking-begun = This visit should have begun. Please call us, we will find another time.
booking-time_not_possible = That time is not possible any more. Please choose another.
booking-back_to_visit = Back to the visit

## Booking list

booking_list-title = Your visits
booking_list-coming = Coming up
booking_list-none_coming = Nothing is planned. When shall we see you?
booking_list-past = Past visits
booking_list-empty_title = No visits yet
booking_list-empty = The first one takes about a minute. You see every price before you say yes.
booking_list-book = Book a visit
booking_list-or_call = Or call { $phone }
booking_list-book_again = Book again
booking_list-book_again_label = Book again: { $services }
booking_list-with = with { $name }
booking_list-older = Older visits
booking_list-newest = Newest visits
booking_list-no_older = There are no older visits.

## Booking status

booking_status-pending = Not confirmed
booking_status-offered = New time offered
booking_status-confirmed = Confirmed
booking_status-in_progress = In progress
booking_status-completed = Done
booking_status-cancelled = Cancelled
booking_status-rejected = Not possible
booking_status-no_show = Missed

## Own booking

own_booking-asked_title = We have your request
own_booking-asked = We look at it now and answer usually within 30 minutes.
own_booking-today_title = See you today
# `$day` is the date. Arguments: $day
own_booking-tomorrow_title = See you tomorrow
# With a weekday or a date.
own_booking-confirmed_title = See you on { $day }
own_booking-confirmed = Please come five minutes early.
own_booking-expected_title = We are expecting you
own_booking-expected = Your time has begun. If you are on your way, a short call helps us.
own_booking-in_progress_title = You are with us
own_booking-in_progress = Enjoy your visit.
own_booking-completed_title = Thank you for coming
own_booking-completed = We hope to see you again soon.
own_booking-cancelled_title = This visit is cancelled
own_booking-cancelled = It will not take place.
own_booking-rejected_title = We could not take this visit
own_booking-rejected = We are sorry. Another day or time may be free.
own_booking-no_show_title = We missed you
own_booking-no_show = Your time passed without you. If that is wrong, please call us.
own_booking-number = Visit
own_booking-with = With
own_booking-anyone = Whoever is free
own_booking-wished = { $name }, if free
own_booking-wished_woman = A woman, as you asked
own_booking-wished_man = A man, as you asked
# Arguments: $staff, $name
own_booking-asked_for = { $staff }. You asked for { $name }.
own_booking-asked_for_woman = { $staff }. You asked for a woman.
own_booking-asked_for_man = { $staff }. You asked for a man.
own_booking-services = Services
own_booking-lines_title = Prices
own_booking-at_counter = At the counter, GST included
own_booking-paid = Paid, GST included
own_booking-from_membership = From your membership
own_booking-membership_hours = { $hours } of your hours
own_booking-note = Your note
own_booking-actions = This visit
own_booking-calendar = Calendar
own_booking-directions = Directions
own_booking-move_visit = Move
own_booking-cancel = Cancel
own_booking-call = Call
own_booking-book_again = Book again
own_booking-invoice = Invoice
own_booking-share = Share
# Arguments: $salon, $when, $place
own_booking-share_text = I am at { $salon } on { $when }. { $place }
own_booking-offer = With { $name }: the price comes down at the counter.
own_booking-offer_ended = { $name } has ended, or is not for this visit any more. The price stays as it is.
own_booking-free_until = You can cancel here until { $when }. After that, please call us.
own_booking-too_late = It is too late to cancel here. Please call us.
own_booking-free = You can cancel here until your visit begins. Less than 4 hours before, we count it as late.
own_booking-moved_twice = You have moved this visit twice. To move it once more, please call us.
own_booking-stale = This visit has changed.
own_booking-stale_link = Show how it is now
own_booking-push_title = Tell me at once
own_booking-push = We can show our answer on this device.
own_booking-push_button = Switch on alerts
own_booking-push_on = Alerts are on: you see our answer on this device.
own_booking-push_blocked = This browser blocks our alerts. Allow them in its settings for this page; we also write an e-mail.
own_booking-push_install = On this phone, add the page to the home screen first. We also write an e-mail.
own_booking-push_none = This browser cannot show alerts. We write an e-mail.
own_booking-push_failed = That did not work. Please try again.

## Promised offer

promised_offer-price = Price, GST included
promised_offer-to_pay = To pay at the counter
promised_offer-once_a_day = { $name } does not count twice: you have an offer for another visit on this day. The price stays as it is.
promised_offer-lost = Your offer does not come off this visit any more. Please look at the sum; if you confirm again, we book without it.
# Arguments: $name, $less, $sum
promised_offer-desk_kept = Booked with { $name }: { $less } off, { $sum } to pay.
promised_offer-desk_lost = Booked with { $name }, which has ended or is not for this visit any more.
promised_offer-desk_once_a_day = Booked with { $name }, which does not count twice: there is an offer for another visit on this day.

## Booking timeline

booking_timeline-title = Steps of this visit
booking_timeline-asked = Asked
booking_timeline-booked = Booked
booking_timeline-moved = Moved, { NUMBER($times) } of 2
booking_timeline-moved_by_us = Moved by us
booking_timeline-moved_to = Now { $when }
booking_timeline-looking = We check who is free
booking_timeline-looking_text = Usually within 30 minutes
booking_timeline-offered = We offered another time
booking_timeline-answer_by = Please answer by { $when }
booking_timeline-confirmed = Confirmed
booking_timeline-will_confirm = We tell you by e-mail and here
booking_timeline-visit = Your visit
booking_timeline-earns = { $gems ->
    [one] Earns you up to 1 gem
   *[other] Earns you up to { $gems } gems
 }
booking_timeline-began = Began
booking_timeline-completed = Done
booking_timeline-earned = { $gems ->
    [one] You earned 1 gem
   *[other] You earned { $gems } gems
 }
booking_timeline-cancelled = Cancelled
booking_timeline-cancelled_late = Cancelled, late
booking_timeline-rejected = Not possible
booking_timeline-no_show = Missed
booking_timeline-reason = “{ $reason }”

## Offered time

offered_time-title = Could you come { $when }?
# Arguments: $asked, $until
offered_time-text = We cannot take you { $asked }, sorry. This time is open to you until { $until }.
# A time in the title and the text: on the day that was asked for, or on another day.
offered_time-at = at { $time }
offered_time-today_at = today at { $time }
# `$day` is the date. Arguments: $time, $day
offered_time-tomorrow_at = tomorrow at { $time }
# Arguments: $day, $time
offered_time-on_day_at = on { $day } at { $time }
offered_time-asked_for = You asked for
offered_time-we_offer = We offer
# Arguments: $until, $person, $place
offered_time-details = till { $until }, with { $person }, { $place }
offered_time-accept = Yes, { $time } is fine
offered_time-pick_another = Pick another time
offered_time-decline = No, look for another time for me
offered_time-withdraw = Withdraw my request
offered_time-hint = If you say no, we keep your request and look further. Withdrawing cancels it.
offered_time-taken = That time was taken meanwhile, sorry. We keep your request. Pick another time, or wait for our answer.
offered_time-over = This offer has ended or was answered already. Below is how your visit stands now.
offered_time-refused_title = That was not possible

## Cancel booking

cancel_booking-title = Cancel this visit?
cancel_booking-withdraw_title = Withdraw your request?
cancel_booking-late = Your visit begins in less than 4 hours. We count this as a late cancellation.
cancel_booking-too_late_title = Please call us
cancel_booking-too_late = It is so close to your visit that it cannot be cancelled here. Call us, and we find a way.
cancel_booking-over_title = Nothing to cancel
cancel_booking-over = Only visits that are still to come can be cancelled.
cancel_booking-call = Call { $phone }
cancel_booking-no_phone = Please come by or write to us.
cancel_booking-reason = Why, if you like to tell us
cancel_booking-reason_ill = I am not well
cancel_booking-reason_time = The time no longer suits me
cancel_booking-reason_mistake = I booked by mistake
cancel_booking-reason_elsewhere = I go somewhere else
cancel_booking-reason_other = Something else
cancel_booking-text = A few words
cancel_booking-text_hint = Up to 500 characters
# The fields in sentences such as `Your text must be at most 500 characters`.
cancel_booking-reason_name = The reason
cancel_booking-text_name = Your text
cancel_booking-button = Cancel the visit
cancel_booking-withdraw_button = Withdraw the request
cancel_booking-move_instead = Move it instead
cancel_booking-keep = Keep it
cancel_booking-back = Back to the visit

## The history of gems

gems_history-earned = Earned with your visit
gems_history-expired = Expired after 365 days
gems_history-redeemed_for = Redeemed for { $service }
gems_history-given_back = Given back
gems_history-taken_back = Taken back with a credit note

## Rewards

rewards-title = Rewards
rewards-rule = 1 gem for every ₹100. Use them at the counter.
rewards-gems = Gems
rewards-gems_unit = gems
rewards-earned = Earned
rewards-redeemed = Used
rewards-until = Till { $day }
rewards-expire = { $gems ->
    [one] 1 expires
   *[other] { $gems } expire
 }
rewards-buys = What gems pay for
rewards-buys_nothing = At the moment nothing can be had for gems. Yours stay with you.
rewards-ready = Yours whenever you like
# Arguments: $have, $need
rewards-progress = { $need ->
    [one] { NUMBER($have) } of { $need } gem
   *[other] { NUMBER($have) } of { $need } gems
 }
rewards-instead_of = instead of { $price }
rewards-membership = Membership
rewards-no_membership = Spa hours paid in advance cost less. Ask us at the counter.
# Arguments: $number, $day
rewards-number_since = { $number }, since { $day }
rewards-active = Active
rewards-begins = Begins { $day }
rewards-expired = Ended
rewards-cancelled = Cancelled
# `7 h 30 min left of 12 h`; what is left is in large letters. Arguments: $left, $hours
rewards-left_of = { $left } left of { $hours }
# Arguments: $left, $total
rewards-left_label = { $left } of { $total } left
rewards-use_by = Use them by { $day }.
rewards-book_spa = Book a spa visit
rewards-sessions = Sessions
rewards-no_sessions = No session yet.
rewards-used = { $hours } used
rewards-past = Earlier memberships
rewards-history = Lately
rewards-no_history = No gems yet. You earn 1 gem for every ₹100, with your first visit already.
rewards-book = Book a visit
rewards-newer = Newer
rewards-older = Older
rewards-invoices = Your invoices

## Own invoices

own_invoices-title = Invoices
own_invoices-newest_first = Newest first
own_invoices-empty = No invoices yet. After your first visit you find its invoice here.
own_invoices-book = Book a visit
own_invoices-service = Visit
own_invoices-membership = Membership
own_invoices-session = Membership session
own_invoices-voided = cancelled
own_invoices-paid_by = paid by { $method }
own_invoices-cash = cash
own_invoices-upi = UPI
own_invoices-card = card
own_invoices-pdf = PDF
own_invoices-pdf_label = PDF of { $number }
own_invoices-being_made = being made
# Arguments: $number, $sum, $day
own_invoices-credit_note = Credit note { $number }, { $sum }, { $day }
own_invoices-older = Older invoices
own_invoices-newest = Newest invoices
own_invoices-wait_title = The PDF is being made
own_invoices-wait = { $number } is made right now. This page opens it by itself in a few seconds.
own_invoices-wait_long = It takes longer than usual. It will be in your list of invoices soon.
own_invoices-look_again = Look now
own_invoices-back = All invoices

## Notification list

notification_list-title = Notifications
notification_list-newest_first = Newest first
notification_list-empty = Nothing new. We tell you here when something about your visits changes.
notification_list-to_visits = Your visits
notification_list-unread = New:
notification_list-mark_all = Mark all as read
notification_list-newer = Newer
notification_list-older = Older

## Sign in

sign_in-title = Sign in
sign_in-heading = Welcome to { $salon }
sign_in-lede = Your visits, gems and spa hours, on every phone you use.
sign_in-button = Continue with Google
sign_in-hint = No password to remember. We read your name and e-mail, nothing else.
sign_in-look_around = You do not need an account to look around.
sign_in-look_around_link = See services and prices

## Onboarding

onboarding-title = A few details
onboarding-eyebrow = Almost done
onboarding-heading = Nice to meet you, { $name }
onboarding-lede = So that we can reach you about your visits. It takes half a minute.
onboarding-lede_for_visit = So that we can reach you about { $visit }. It takes half a minute.
onboarding-save = Save
onboarding-save_visit = Save and go on to my visit
onboarding-later = Later

## Person fields

person_fields-name = Name
person_fields-phone = Mobile number
person_fields-date_of_birth = Date of birth
person_fields-date_of_birth_hint = For a birthday wish, if you say yes to offers
person_fields-gender = Gender
person_fields-female = Woman
person_fields-male = Man
person_fields-other = Other
person_fields-undisclosed = Rather not say
person_fields-reminders = Remind me of my visits
person_fields-reminders_hint = By e-mail and on this phone
person_fields-membership_alerts = Tell me about my spa hours
person_fields-membership_alerts_hint = When they run low or end soon
person_fields-marketing = Send me offers and birthday wishes
person_fields-marketing_hint = You can stop any time. Privacy notice of { $version }.
person_fields-marketing_minor = From 18 years on. Below that, the law wants a parent's word first.
person_fields-privacy_link = What we keep, and why
person_fields-confirm = E-mail address

## Me

me-title = Me
me-invoices = Invoices
me-notifications = Notifications
me-details = My details
me-save_details = Save details
me-messages = Messages
me-save_messages = Save choices
me-push = Messages on this phone
me-push_on = We tell you at once when a visit is confirmed or moved.
me-push_off = Switch on to hear at once when a visit is confirmed or moved.
me-push_blocked = Blocked in this browser. Open its site settings, allow notifications, and come back here.
me-push_install = On an iPhone or iPad: tap Share, then Add to Home Screen, and open the app from there.
me-push_none = This browser cannot show messages. We write e-mails all the same.
me-push_failed = That did not work. Please try again in a moment.
me-calendar = My calendar
me-calendar_off = Get an address for your calendar app, and your visits appear there by themselves.
me-calendar_since = Your visits are shared with your calendar app since { $day }.
me-calendar_new = Copy this address into your calendar app now: it is shown only once. Whoever knows it can read your visits.
me-calendar_address = Calendar address
me-calendar_create = Get an address
me-calendar_replace = Get a new address
me-calendar_revoke = Switch off
me-devices = Signed in
me-this_device = This device
me-desk_app = Team app
me-last_used = Last used { $when }
# Browser, system. Arguments: $browser, $system
me-device = { $browser } on { $system }
me-unknown_device = A browser
me-sign_out = Sign out
# For the button beside a device, by its name.
me-sign_out_of = Sign out of { $device }
me-sign_out_here = Sign out here
me-sign_out_everywhere = Sign out everywhere
me-data = My data
me-export = Download my data
me-export_hint = Everything we keep about you, as a file
me-erase = Erase my data
me-erase_hint = And close the account for good
me-privacy = Privacy
me-privacy_hint = What we keep, why, and how long

## Erase account

erase_account-title = Erase my data
erase_account-lede = This cannot be undone.
erase_account-effect_bookings = Visits to come are cancelled.
erase_account-effect_person = Your name, e-mail, phone, birthday and notes are removed.
erase_account-effect_gems = Gems and past visits are no longer yours.
erase_account-effect_signed_out = You are signed out everywhere.
erase_account-kept = Invoices stay as long as tax law requires.
erase_account-confirm_hint = Type { $email } to confirm.
erase_account-not_confirmed = That does not match your e-mail address
erase_account-button = Erase everything
erase_account-keep = Keep my account
erase_account-sign_in_again_title = Sign in again first
erase_account-sign_in_again = So that nobody else can do this on your phone, please sign in again. Then you have 10 minutes.
erase_account-sign_in_again_button = Sign in again
erase_account-membership_active = Your membership is still active. Ask us at the counter to end it first.
erase_account-last_owner = You are the last owner of this salon. Make somebody else owner first.
erase_account-no_email = Your account has no e-mail address to confirm with. Please call us.

## Offline

offline-title = No network
offline-heading = You are offline
offline-lede = As soon as the network is back, everything is where you left it.
offline-try_again = Try again
offline-call = You can still call us
offline-next_visit = Your next visit, as last seen

## Privacy

privacy-title = Privacy
privacy-description = What { $salon } keeps about you, why, how long, and how you see, correct or erase it.
privacy-lede = What { $salon } keeps about you, why, and how you can see, correct or erase it.
privacy-version = Version { $version }
privacy-kept_heading = What we keep, and why
privacy-kept_text = Only what your visits need:
privacy-kept_name_e_mail = Name, e-mail and picture
privacy-kept_name_e_mail_why = come from your sign-in, so that it is you who sees your visits.
privacy-kept_mobile_number = Mobile number
privacy-kept_mobile_number_why = so that we can call you about a visit.
privacy-kept_date_of_birth = Date of birth
privacy-kept_date_of_birth_why = for a birthday wish, if you said yes to offers, and to know who is under 18.
privacy-kept_gender = Gender
privacy-kept_gender_why = for services that are offered to women or men, and for choosing who looks after you.
privacy-kept_visits_notes_and = Visits, notes and wishes
privacy-kept_visits_notes_and_why = so that we can prepare them, and know what you are allergic to.
privacy-kept_invoices_and_payments = Invoices and payments
privacy-kept_invoices_and_payments_why = because tax law requires them. We never see a card number.
privacy-kept_gems_and_memberships = Gems and memberships
privacy-kept_gems_and_memberships_why = so that you can use them.
privacy-kept_what_you_said = What you said yes and no to
privacy-kept_what_you_said_why = with the day and the version of this page.
privacy-kept_devices_you_are = Devices you are signed in on
privacy-kept_devices_you_are_why = the browser's name and the internet address, so that you can sign out of a lost phone.
privacy-kept_how_you_found = How you found us
privacy-kept_how_you_found_why = the name of the advertisement, if you came by one.
privacy-messages_heading = Messages
privacy-messages_text = You choose them on your page, and can change your mind there at any time, as easily as you said yes.
privacy-messages_about_your_visits = About your visits
privacy-messages_about_your_visits_why = confirmations, changes and invoices belong to the service.
privacy-messages_reminders_and_spa = Reminders and spa hours
privacy-messages_reminders_and_spa_why = can be switched off.
privacy-messages_offers_and_birthday = Offers and birthday wishes
privacy-messages_offers_and_birthday_why = come only if you ticked the box, never to people under 18. Each e-mail has a link that ends them.
privacy-others_heading = Who else sees it
privacy-others_text = We sell nothing to anybody, and there is no advertising tracker on these pages.
privacy-others_your_sign_in = Your sign-in provider
privacy-others_your_sign_in_why = confirms who you are. It does not learn what you book.
privacy-others_e_mail_and = E-mail and push services
privacy-others_e_mail_and_why = carry our messages to you.
privacy-others_your_calendar_app = Your calendar app
privacy-others_your_calendar_app_why = if you gave it the address of your calendar.
privacy-others_authorities = Authorities
privacy-others_authorities_why = where the law obliges us.
privacy-time_heading = How long
privacy-time_your_account = Your account
privacy-time_your_account_why = until you erase it.
privacy-time_invoices_and_the = Invoices and the log of changes
privacy-time_invoices_and_the_why = 8 years, for tax law.
privacy-time_copies_of_e = Copies of e-mails
privacy-time_copies_of_e_why = 24 months; notifications 180 days.
privacy-time_a_call_back = A call-back request that led to no visit
privacy-time_a_call_back_why = 2 years.
privacy-time_a_sign_in = A sign-in
privacy-time_a_sign_in_why = 7 days after its last use.
privacy-cookies_heading = Cookies
privacy-cookies_text = A few of our own, which the pages need: your sign-in, the language, and a message after a form. None of others.
privacy-rights_heading = Your rights
privacy-rights_text = Under the Digital Personal Data Protection Act, 2023 you may:
privacy-rights_see_it = See it
privacy-rights_see_it_why = download everything on your page.
privacy-rights_correct_it = Correct it
privacy-rights_correct_it_why = change your details on your page, or ask us.
privacy-rights_erase_it = Erase it
privacy-rights_erase_it_why = on your page. What tax law requires stays, and nothing else.
privacy-rights_take_back_a = Take back a yes
privacy-rights_take_back_a_why = on your page, or with the link in an e-mail.
privacy-rights_name_somebody = Name somebody
privacy-rights_name_somebody_why = who may act for you if you cannot: tell us who.
privacy-rights_complain = Complain
privacy-rights_complain_why = to us first, and we answer within 90 days.
privacy-contact = Ask us
privacy-contact_text = { $salon } answers every question about your data, in English or in your language.
privacy-contact_phone = Call { $phone }
privacy-board = If our answer does not help, you can turn to the Data Protection Board of India.
privacy-to_me = To my page

## Desk

desk-title = Desk
# Of the app that is installed on a device.
desk-description = Bookings, customers and bills of { $salon }, for its team.
desk-sign_in_title = Good to see you.
desk-sign_in_text = For the team. Sign in with the account that your manager added.
desk-sign_in_button = Continue with Google
desk-signed_in = You are signed in as { $name }, and this account is not of the team.
desk-not_team_title = This is for the salon’s team
desk-not_team_text = If you work here, ask your manager to add it. Otherwise sign out, and sign in with the account of the team.
desk-not_allowed_text = If you have another account that may open it, sign out first.
desk-sign_out = Sign out
desk-api = Interface for programs

## Desk frame

desk_frame-skip = Skip to the content
desk_frame-main_navigation = Main
desk_frame-counter = Counter
desk_frame-back_office = Back office
desk_frame-own = Mine
desk_frame-today = Today
desk_frame-reports = Reports
desk_frame-schedule = Schedule
desk_frame-services = Services
desk_frame-offers = Offers
desk_frame-team = Team
desk_frame-settings = Settings
desk_frame-branches = Branches
desk_frame-users = People and access
desk_frame-salon = Salon
desk_frame-messages = Messages
desk_frame-tiers = Tiers
desk_frame-tags = Tags
desk_frame-imports = Import
desk_frame-exports = Export
desk_frame-integrations = Integrations
desk_frame-logs = Log
desk_frame-board = Board
desk_frame-requests = Requests
desk_frame-bookings = Bookings
desk_frame-customers = Customers
desk_frame-leads = Leads
desk_frame-memberships = Memberships
desk_frame-invoices = Invoices
desk_frame-day_close = Day close
desk_frame-my_day = My day
desk_frame-my_leave = My leave
desk_frame-me = Me
desk_frame-more = More
desk_frame-new_booking = New booking
desk_frame-setup = Set up
desk_frame-new_short = New
desk_frame-walk_in = Walk-in
desk_frame-branch = Branch
desk_frame-change_branch = { $name }: change branch
desk_frame-search = Search anything
desk_frame-search_label = Search customers, bookings, invoices, leads and pages
desk_frame-results_found = { "{n}" } found
desk_frame-choose = choose
desk_frame-open = open
desk_frame-open_visit = Open the visit
desk_frame-close = Close
desk_frame-notifications = Notifications
desk_frame-all_notifications = All notifications
desk_frame-no_news = Nothing new.
desk_frame-unread_mark = New:
desk_frame-unread = { NUMBER($count) } unread
desk_frame-waiting = waiting
desk_frame-keys = Keys
desk_frame-keys_on = Single keys are on
desk_frame-errors_title = Correct this, then send it again
desk_frame-refused_title = This was not done
desk_frame-optional = optional
desk_frame-undo = Undo
desk_frame-unsaved = This is not saved
desk_frame-unsaved_text = If you leave now, what you have filled in is lost.
desk_frame-unsaved_stay = Go on
desk_frame-unsaved_leave = Leave without saving
desk_frame-stale = This has changed meanwhile.
desk_frame-reload = Show it as it is now
desk_frame-offline = Not connected since
desk_frame-role_customer = Customer
desk_frame-role_staff = Team
desk_frame-role_receptionist = Front desk
desk_frame-role_manager = Manager
desk_frame-role_owner = Owner
desk_frame-role_developer = Developer
desk_frame-key_search = Search
desk_frame-key_keys = This sheet
desk_frame-key_new_booking = New booking
desk_frame-key_walk_in = Walk-in
desk_frame-key_today = Today on the board
desk_frame-key_days = Day before, day after
desk_frame-key_numbers = Branch on the board, person on a request
desk_frame-key_arrows = Between visits
desk_frame-key_move = Move a visit: arrows, Enter, Esc
desk_frame-key_start = Start
desk_frame-key_checkout = Checkout
desk_frame-key_next = Next, previous request
desk_frame-key_approve = Approve
desk_frame-key_decline = Decline

## Desk status

desk_status-pending = To be answered
desk_status-offered = Other time offered
desk_status-confirmed = Confirmed
desk_status-arrived = Arrived
desk_status-in_progress = In progress
desk_status-ready_to_pay = Ready to pay
desk_status-done = Done
desk_status-no_show = No-show
desk_status-cancelled = Cancelled
desk_status-rejected = Declined

## Board

board-title = Board
board-day_before = Day before
board-day_after = Day after
board-today = Today
board-tally_to_come = to come
board-tally_here = here
board-tally_done = done
board-tally_no_show = no-show
board-more = More
board-other_day = Another day
board-go = Go
board-print = Print the day
board-block_time = Block time
board-nobody = Nobody works at this branch yet. A manager adds people to the team.
board-no_roster = Nobody is on the roster on this day.
board-holiday = The branch is closed on this day.
board-holiday_named = The branch is closed on this day: { $name }.
board-region = Day of { $day }
board-everyone = Everyone
# The choice between everyone and one person.
board-whose = Whose day
board-group_now = Now
board-group_to_come = To come
board-group_over = Over
board-no_visits = Nobody comes on this day yet.
board-unassigned = Unassigned
board-visits = { $count ->
    [one] 1 visit
   *[other] { $count } visits
 }
board-on_leave = On leave
board-leave_asked = Leave asked
board-not_at_work = Not at work
board-back_on = Back on { $day }
board-has_left = Has left
board-pause = Break
board-blocked = Blocked
board-day_closed = Day closed
# Arguments: $guest, $customer
board-guest = { $guest }, guest of { $customer }
board-clash = { $status }, at the same time as another visit

## Board queue

board_queue-title = Needs you
board_queue-late = Late
board_queue-late_by = { NUMBER($minutes) } min late
board_queue-call = Call
board_queue-arrived = Arrived
board_queue-start = Start
board_queue-checkout = Checkout
board_queue-no_show = No-show
board_queue-acts = Quick acts
board_queue-requests = Requests
board_queue-asked = asked { $age } ago
board_queue-just_now = asked just now
board_queue-days = { $days ->
    [one] 1 day
   *[other] { $days } days
 }
board_queue-approve = Approve
# Arguments: $name, $person
board_queue-approve_with = Approve { $name } with { $person }
board_queue-open = Open
board_queue-anyone = anyone
# Arguments: $name, $standing
board_queue-wished = { $name }: { $standing }
board_queue-more = { NUMBER($count) } more
board_queue-waiting = Waiting
board_queue-since = since { $time }
board_queue-place = Give to somebody
board_queue-give_to = Give to { $name }

## Board move

board_move-title = Move { $name }
board_move-now_at = Now { $place }.
board_move-hint = Choose a day, then click a time in somebody's column; or fill in the form.
# Whose visit moves from where to where: `Asha from 10:00 am, Meena to 11:30 am, Tara`. A script fills it in. Arguments: $name, $from, $to
board_move-from_to = { $name } from { $from } to { $to }
board_move-day = Day
board_move-time = Time
board_move-person = Person
board_move-keep_person = Whoever has it now
board_move-all_by_one = Several people do this visit. If you choose a person, they do all of it.
board_move-tell = Tell the customer
board_move-submit = Move
board_move-cancel = Leave it
board_move-nearest = Free on that day:

## Desk wish

desk_wish-woman = Asked for a woman
desk_wish-man = Asked for a man
desk_wish-person = Asked for { $name }
desk_wish-woman_in_line = asked for a woman
desk_wish-man_in_line = asked for a man
desk_wish-person_in_line = asked for { $name }
desk_wish-against_woman = The customer asked for a woman.
desk_wish-against_man = The customer asked for a man.
desk_wish-anyway = Take this person anyway
desk_wish-nobody_free = Nobody whom they asked for is free then
desk_wish-a_woman = A woman
desk_wish-a_man = A man

## Board blocks

board_blocks-title = Blocked time
# Arguments: $branch, $day
board_blocks-about = { $branch }, { $day }
board_blocks-back = Back to the board
board_blocks-none = Nobody's time is blocked on this day.
board_blocks-list = On this day
board_blocks-remove = Give back
# Arguments: $name, $time
board_blocks-remove_of = Give { $time } back to { $name }
board_blocks-add_title = Block time
board_blocks-person = Person
board_blocks-day = Day
board_blocks-from = From
board_blocks-until = Until
board_blocks-reason = Reason
board_blocks-reason_hint = An errand, an illness, a lesson. The team sees it, customers do not.
board_blocks-add = Block this time

## No branch

no_branch-none_yet = There is no branch yet.
no_branch-none_open = There is no branch that takes customers.
no_branch-owner_opens = An owner opens the branches of the salon.

## Requests

requests-title = Requests
requests-waiting = { $count ->
    [0] No request is waiting
    [1] One request is waiting
    [one] { $count } request is waiting
   *[other] { $count } requests are waiting, today's first
 }
requests-none = All answered.
requests-none_text = A new request appears here by itself.
requests-to_board = To the board
requests-pinned = Important:
requests-visits = { $count ->
    [one] { $count } visit
   *[other] { $count } visits
 }
# Arguments: $count, $last
requests-visits_since = { $count ->
    [one] { $count } visit, last { $last }
   *[other] { $count } visits, last { $last }
 }
requests-first_visit = First visit
requests-no_shows = { $count ->
    [one] 1 no-show
   *[other] { $count } no-shows
 }
requests-needs_approval = Needs approval
requests-member = Member
requests-asked = Asked { $age } ago.
requests-asked_now = Asked just now.
requests-lapses = Declined by itself in { $left }.
requests-lapses_now = Declined by itself within minutes.
requests-lapses_since = Due to be declined by itself since { $when }.
requests-not_before_start = Not declined by itself before it begins.
requests-soon = Today, so please answer soon.
# Arguments: $time, $staff
requests-offered = Offered { $time } with { $staff }; the customer has not answered yet.
requests-guest = For { $name }
requests-who = Who
requests-wished = { $standing }, asked for
requests-nobody_free = Nobody is free then
requests-nearest = Nearest: { $times }
requests-chart = The wished time against the day: { $people }
requests-approve_with = Approve with { $name }
requests-approve_anyway = Approve anyway
requests-choose_somebody = Choose a person to approve it all the same.
# Arguments: $time, $name
requests-offer_one = Offer { $time }, { $name }
requests-offer = Offer another time
requests-offer_hint = Free on that day:
requests-no_times = Nothing is free on that day.
requests-other_day = Another day or person
requests-decline = Decline…
requests-decline_hint = The customer reads this:
requests-other_reason = Another reason
requests-declined = Declined today
requests-declined_text = For those who call and ask again
requests-declined_at = Declined at { $time }
requests-none_declined = Nothing was declined today.
requests-again = Book again
requests-again_for = Book again for { $name }
requests-later = Later requests
requests-first = First requests again

## Desk booking

desk_booking-title = Visit of { $name }
desk_booking-to_board = Board of this day
desk_booking-close = Close
desk_booking-pinned = Important:
desk_booking-visits = Visits
desk_booking-spent = Spent
desk_booking-gems = Gems
desk_booking-hours_left = Hours left
desk_booking-no_shows = No-shows
desk_booking-needs_approval = Needs approval
desk_booking-walk_in = Walk-in
desk_booking-guest = For { $name }
desk_booking-nobody_yet = Nobody yet
desk_booking-total = Total
desk_booking-customer_note = The customer wrote
# Arguments: $staff, $name, $time
desk_booking-conflict = { $staff } is also with { $name }, { $time }.
# Arguments: $time, $staff, $until
desk_booking-offered = Offered instead: { $time } with { $staff }. Open until { $until }.
# Arguments: $end, $closes
desk_booking-past_closing = It ends at { $end }, after we close at { $closes }.
desk_booking-closed_weekday = We are closed on that day of the week.
# `Arrived 10:55 am`. Arguments: $status, $time
desk_booking-status_since = { $status } { $time }
desk_booking-rejected_because = Declined: { $reason }
desk_booking-cancelled_because = Cancelled: { $reason }
desk_booking-history = What happened
desk_booking-changes = Change this visit
desk_booking-approve_with = Approve with
desk_booking-approve = Approve
desk_booking-arrived = Arrived
desk_booking-start = Start now
desk_booking-checkout = Checkout
desk_booking-invoice = Invoice
desk_booking-book_again = Book again
desk_booking-move_visit = Move
desk_booking-call = Call
desk_booking-whatsapp = WhatsApp
# Arguments: $name, $when, $salon
desk_booking-whatsapp_text = Hello { $name }, about your visit { $when } at { $salon }:{ " " }
desk_booking-tell = Tell the customer
desk_booking-person = Person
desk_booking-day = Day
desk_booking-time = Time
desk_booking-reason = Reason
desk_booking-note = Note
desk_booking-minutes = Minutes
desk_booking-assign = Give to somebody else
desk_booking-assign_button = Assign
desk_booking-lines = Change services
desk_booking-lines_hint = One after the other. A service that is there already keeps its price.
desk_booking-lines_button = Save the services
desk_booking-more_lines = More services
desk_booking-service_of = Service { NUMBER($number) }
desk_booking-person_of = Person for service { NUMBER($number) }
desk_booking-minutes_of = Minutes of service { NUMBER($number) }
desk_booking-remove_line = Remove
desk_booking-add_line = Add a service
desk_booking-same_person = As now
desk_booking-choose_person = Choose a person
desk_booking-choose_time = Choose a time first.
desk_booking-free_on = Free: { $day }
desk_booking-show_times = Show times
desk_booking-other_time = Another time or person
desk_booking-move_act = Move to another time
desk_booking-move_button = Move the visit
desk_booking-move_back = Move back to { $when }
# Arguments: $when, $people
desk_booking-move_back_with = Move back to { $when } with { $people }
desk_booking-offer = Offer another time
desk_booking-offer_hint = The customer is asked, and accepts or declines it.
desk_booking-offer_button = Offer this time
desk_booking-cancel = Cancel the visit
desk_booking-cancel_hint = The customer reads this.
desk_booking-cancel_button = Cancel the visit
desk_booking-cancel_reason_phone = Cancelled by phone.
desk_booking-cancel_reason_ill = We are sorry, your stylist is ill today.
desk_booking-cancel_reason_closed = We are sorry, we have to close at that time.
desk_booking-reject = Decline the request
desk_booking-reject_hint = The customer reads this.
desk_booking-reject_button = Decline the request
desk_booking-reject_reason_full = We are sorry, we are fully booked then. Please choose another time.
desk_booking-reject_reason_away = We are sorry, the person you asked for is away that day.
desk_booking-reject_reason_closed = We are sorry, we are closed then.
desk_booking-reject_reason_call = Please call us, so that we can plan this visit together.
desk_booking-no_show = Did not come
desk_booking-no_show_hint = It is counted for the customer, and can be undone until midnight.
desk_booking-no_show_button = Mark as no-show
desk_booking-add_note = Add a note
desk_booking-note_hint = For the team only.
desk_booking-note_button = Save the note
desk_booking-nearest = Free instead
desk_booking-offer_nearest = Offer instead
desk_booking-free = free
desk_booking-unsaved = The services are not saved
desk_booking-unsaved_text = You have changed the services of this visit. If you leave now, the changes are lost.
desk_booking-unsaved_save = Save the services
desk_booking-unsaved_stay = Go on editing
desk_booking-unsaved_leave = Leave without saving
desk_booking-no_lines = A visit must have at least one service.
desk_booking-changed_meanwhile = Somebody changed this visit meanwhile. Please look at it again.
# Arguments: $when, $people
desk_booking-when_with = { $when }, with { $people }
# Arguments: $name, $place
desk_booking-visit_of = { $name }: { $place }.
desk_booking-answered_meanwhile = Somebody was faster: this visit is { $status } now.

## Ask first

ask_first-busy = { $name } has another visit then.
# Arguments: $name, $customer, $time
ask_first-has_visit = { $name } has the visit of { $customer }, { $time }.
ask_first-blocked = The time of { $name } is blocked then.
ask_first-on_break = { $name } has a break then.
ask_first-on_leave = { $name } is on leave on that day.
ask_first-not_at_work = { $name } is not at work then.
ask_first-holiday = The branch is closed on that day.
ask_first-other_type = { $name } does other services, not those of this visit.
ask_first-passed = That time has passed.
ask_first-day_closed = Today is closed already: the visit cannot be checked out until the day is opened again.
ask_first-nobodys = Nobody is free then: the visit would wait as a request.
# Arguments: $name, $time
ask_first-own_visit = { $name } has another visit then, { $time }.
# Arguments: $name, $time, $branch
ask_first-own_visit_at = { $name } has another visit then, { $time } at { $branch }.
# Arguments: $name, $place
ask_first-book_question = Book the visit of { $name } anyway? It would be: { $place }.
ask_first-book_anyway = Book anyway
# Arguments: $name, $place
ask_first-move_question = Move the visit of { $name } anyway? It would be: { $place }.
ask_first-move_anyway = Move anyway
# Arguments: $name, $place
ask_first-approve_question = Approve the visit of { $name } anyway? It would be: { $place }.
ask_first-approve_anyway = Approve anyway
# Arguments: $name, $when, $people
ask_first-assign_question = Give the visit of { $name }, { $when }, to { $people } anyway?
ask_first-assign_anyway = Give it anyway
# Arguments: $name, $when
ask_first-not_begun_yet = The visit of { $name } begins: { $when }. Nobody can have missed it yet.
ask_first-no_show_question = Mark the visit of { $name } as a no-show anyway?
ask_first-no_show_anyway = Mark as no-show anyway
ask_first-other_day = This visit is: { $when }. It would be billed today.
ask_first-arrive_question = Mark the visit of { $name } as arrived anyway?
ask_first-arrive_anyway = Mark as arrived anyway
ask_first-start_question = Start the visit of { $name } anyway?
ask_first-start_anyway = Start anyway
# Arguments: $people, $name, $when
ask_first-wish_question = Take { $people } for the visit of { $name } anyway? It would be: { $when }.
# Arguments: $name, $when
ask_first-wish_lines_question = Save the services of { $name } anyway? The visit is: { $when }.
ask_first-leave = Leave it

## Booking undo

booking_undo-arrive = Undo the arrival
booking_undo-start = Undo the start
booking_undo-no_show = Undo the no-show
booking_undo-reject = Undo declining
booking_undo-cancel = Undo the cancellation

## Not free

not_free-other_type = does other services
not_free-holiday = branch closed
not_free-on_leave = on leave
not_free-on_break = on break
not_free-not_at_work = not at work
not_free-blocked = blocked
not_free-busy = busy
not_free-busy_until = busy till { $time }

## Booking steps

booking_steps-asked_online = Asked online
booking_steps-booked = Booked
booking_steps-imported = Brought over from the old books
booking_steps-session = Recorded as a session
booking_steps-confirmed = Confirmed
booking_steps-assigned = Given to somebody
booking_steps-assigned_back = Given back
booking_steps-arrived = Arrived
booking_steps-started = Started
booking_steps-finished = Finished
booking_steps-not_finished = Finish taken back
booking_steps-completed = Done and billed
booking_steps-cancelled = Cancelled
booking_steps-rejected = Declined
booking_steps-lapsed = Declined, as nobody answered
booking_steps-no_show = Did not come
booking_steps-moved = Moved
booking_steps-moved_back = Moved back
# Two times, or two people.
# Arguments: $from, $to
booking_steps-from_to = From { $from } to { $to }.
booking_steps-nobody = nobody
booking_steps-changed = Services changed
booking_steps-offered = Another time offered
booking_steps-accepted = Offered time accepted
booking_steps-declined = Offered time declined
booking_steps-undone = Taken back
booking_steps-reopened = Opened again
# Arguments: $what, $name
booking_steps-by = { $what } by { $name }
booking_steps-by_customer = { $what } by the customer

## New booking

new_booking-title = New visit
new_booking-text = For somebody who is here or on the phone.
new_booking-open_sent = Open the visit that was booked
new_booking-kind = Kind
new_booking-booking = Booking
new_booking-walk_in = Walk-in, now
new_booking-branch = Branch
new_booking-customer = Customer
new_booking-search = Customer
new_booking-search_hint = A part of the name, or of the phone.
new_booking-find = Find
new_booking-found = Who it is
new_booking-new_customer = Add a new customer
new_booking-add_named = Add “{ $name }” as a new customer
new_booking-same_phone = same phone, unproven
new_booking-same_phone_of = { $name } has this phone. If it is the same person, choose { $name } in the list of customers.
new_booking-add_anyway = Add somebody else with the same phone
new_booking-visits = { $count ->
    [one] 1 visit
   *[other] { $count } visits
 }
new_booking-last_visit = last { $day }
new_booking-last_time = last time
new_booking-close = Back to the board
new_booking-unsaved = This visit is not booked yet
new_booking-unsaved_text = If you leave now, what you have filled in is lost.
new_booking-unsaved_stay = Go on
new_booking-unsaved_leave = Leave without booking
new_booking-chosen = Chosen services
new_booking-remove_pattern = Remove { "{name}" }
new_booking-noshows = { $count ->
    [one] 1 no-show
   *[other] { $count } no-shows
 }
new_booking-name = Name
new_booking-phone = Phone
new_booking-services = Services
new_booking-filter = Type a service, then Enter
new_booking-with = With
new_booking-anyone = Anyone
new_booking-anyone_free = Whoever is free
new_booking-free = free
new_booking-nobody = Nobody here does this.
new_booking-day = Day
new_booking-start = Start
new_booking-now = Now
new_booking-show_times = Show times
new_booking-other_time = Another time
new_booking-services_first = Choose the services, then the free times are shown.
new_booking-no_time = Nothing is free on this day.
new_booking-next_days = Free on:
# Arguments: $day, $count
new_booking-next_day = { $count ->
    [one] { $day }, 1 time
   *[other] { $day }, { $count } times
 }
new_booking-past_day = This day is past: type the time at which the visit began, and choose who did it. Nobody is told.
new_booking-not_together = These services cannot be booked together: salon and spa visits are booked on their own.
new_booking-services_apart = Services cannot be booked together: salon and spa visits are booked on their own.
# Arguments: $name, $reason
new_booking-warned = { $name } is { $reason } then. It can be booked all the same.
# Arguments: $name, $reason
new_booking-warned_live = { $name } is { $reason } then. Please choose another time or person.
new_booking-day_closed = This day is closed already: the visit cannot be checked out until a manager opens the day again.
new_booking-day_closed_own = This day is closed already: the visit cannot be checked out until you open the day again.
new_booking-all_the_same = It can be booked all the same.
new_booking-guest = For somebody else
new_booking-guest_hint = The name of the guest, if the visit is not for the customer.
new_booking-note = Note
new_booking-from_lead = From the lead of { $name }.
new_booking-gst_included = GST included
new_booking-book = Book
new_booking-start_walk_in = Start the walk-in
new_booking-back = Back to the board
new_booking-take_time = Take { $time }
new_booking-past_by_receptionist = Day must be today or later. A manager enters visits of past days.
new_booking-nobody_free = Somebody must be chosen: nobody is free now. Or choose a later time.
new_booking-label_customer = Customer
new_booking-label_name = Name
new_booking-label_phone = Phone
new_booking-label_services = Services
new_booking-label_person = Person
new_booking-label_day = Day
new_booking-label_start = Start
new_booking-label_guest = Guest
new_booking-label_note = Note
new_booking-label_branch = Branch

## New booking not free

new_booking_not_free-holiday = off (the branch is closed)
new_booking_not_free-on_leave = on leave
new_booking_not_free-on_break = on break
new_booking_not_free-not_at_work = not at work
new_booking_not_free-blocked = blocked
new_booking_not_free-busy = busy

## Day filter

# The first and the last day of a list.
day_filter-from = From
day_filter-to = to
day_filter-wrong_period = The first day must not be after the last.
day_filter-wrong_from = The first day is not a day of the calendar.
day_filter-wrong_to = The last day is not a day of the calendar.
day_filter-unreportable = A report covers at most ten years, from 2000 on.

## Bookings

bookings-title = Bookings
bookings-text = The latest day first.
bookings-next_first = To come, the next visit first.
bookings-earlier = Today and earlier, in every status
bookings-status = Status
bookings-all_statuses = Every status
bookings-kind = Type
bookings-all_kinds = Salon and spa
bookings-salon = Salon
bookings-spa = Spa
bookings-branch = Branch
bookings-all_branches = All branches
bookings-search = Number, name or phone
bookings-show = Show
bookings-number = Number
bookings-day = Day
bookings-time = Time
bookings-customer = Customer
bookings-guest = for { $name }
bookings-services = Services
bookings-person = With
bookings-nobody = nobody yet
bookings-total = Total
bookings-walk_in = walk-in
bookings-sum = { $count ->
    [one] 1 visit on this page
   *[other] { $count } visits on this page
 }
bookings-next = Next
bookings-first = To the first page
bookings-csv = CSV
bookings-csv_hint = The CSV file has at most 10,000 visits. Narrow the days down to have the others.
bookings-empty = No visit is to come.
bookings-empty_search = No visit is found by “{ $text }” here.
bookings-empty_filtered = No visit is like that.
bookings-all = Show all
bookings-new_booking = New booking

## Checkout

checkout-title = Checkout
checkout-title_of = Checkout, { $name }
# Arguments: $number, $day, $time
checkout-visit = Visit { $number }, { $day } { $time }
checkout-close = Back to the visit
checkout-done = What was done
checkout-change_lines = Change what was done
checkout-nobody = Nobody assigned
checkout-field_rupees = Rupees of the discount
checkout-field_method = The payment
checkout-field_reference = The reference
checkout-field_parts = A part of the payment
checkout-field_tip = A tip

## Checkout reduction

checkout_reduction-title = Offer, gems or discount
checkout_reduction-none = No offer or discount
checkout_reduction-suggested_as_promised = “{ $offer }” is chosen: it was promised when this visit was booked.
checkout_reduction-suggested_hours = The hours of the membership are chosen: they pay for all of this visit.
checkout_reduction-suggested_as_largest = “{ $offer }” is chosen: of today’s offers it takes off most.
checkout_reduction-take_it_off = To charge without it, choose “No offer or discount”.
# Arguments: $offer, $reason
checkout_reduction-lost_promise = “{ $offer }” was promised when this visit was booked, but does not apply now. { $reason }
checkout_reduction-promised_offer = Promised when the visit was booked
checkout_reduction-offer = Offer of today
# Arguments: $gems, $service
checkout_reduction-gems_for = { $gems ->
    [one] { $gems } gem for { $service }
   *[other] { $gems } gems for { $service }
 }
# Arguments: $balance, $stay
checkout_reduction-gems_stay = { $stay ->
    [one] { NUMBER($balance) } in the purse, { $stay } stays
   *[other] { NUMBER($balance) } in the purse, { $stay } stay
 }
checkout_reduction-gems_too_few = Only { NUMBER($balance) } in the purse
checkout_reduction-hours = Hours of the membership
# Arguments: $taken, $stay
checkout_reduction-hours_left = Takes { $taken }, { $stay } stay
# Arguments: $taken, $left
checkout_reduction-hours_too_few = Needs { $taken }, and { $left } are left
checkout_reduction-hand = Discount by hand
checkout_reduction-hand_any = Percent or rupees, with a reason
# Arguments: $percent, $sum
checkout_reduction-hand_limit = You may give up to { NUMBER($percent) }%, which is { $sum }. A manager may give more.
checkout_reduction-hand_not = Only a manager may give a discount here.
checkout_reduction-percent = Percent
checkout_reduction-rupees = or rupees
checkout_reduction-reason = Reason

## Checkout payment

checkout_payment-title = Payment
checkout_payment-method_cash = Cash
checkout_payment-method_upi = UPI
checkout_payment-method_card = Card
checkout_payment-split = Split
checkout_payment-given = Cash given
checkout_payment-change = Change { "{sum}" }
checkout_payment-short = { "{sum}" } is missing
checkout_payment-scan = Scan to pay
checkout_payment-code = UPI code for { $sum }
checkout_payment-with_tip = with a tip of { $sum }
checkout_payment-no_account = This branch has no UPI account yet, so there is no code to scan.
checkout_payment-no_code_yet = Nothing is to be paid by UPI.
checkout_payment-reference = Reference
checkout_payment-split_hint = Together they must be the total of the invoice.
checkout_payment-part_method = Method of part { NUMBER($number) }
checkout_payment-part_amount = Rupees of part { NUMBER($number) }
checkout_payment-part_reference = Reference of part { NUMBER($number) }
checkout_payment-amount = Rupees
checkout_payment-more_parts = More parts
checkout_payment-left = { $sum } is left
checkout_payment-too_much = { $sum } too much
checkout_payment-complete = The parts are complete
checkout_payment-tips = Tips
checkout_payment-tip_for = For { $name }, rupees
# Arguments: $sum, $name
checkout_payment-tip_of = Tip of { $sum } for { $name }
checkout_payment-tip_method = Paid by
checkout_payment-tip_same = As the bill; in parts, as the largest
checkout_payment-work_out = Work out
# A script changes the sum while somebody chooses.
checkout_payment-take = Take { $sum } and make the receipt

## Checkout sums

checkout_sums-title = Sums
checkout_sums-subtotal = Subtotal
checkout_sums-discount = Discount by hand
checkout_sums-gems = { $gems ->
    [one] 1 gem
   *[other] { $gems } gems
 }
checkout_sums-hours = Hours of the membership
checkout_sums-rounding = Rounding
checkout_sums-total = Total of the invoice
# Arguments: $rate, $cgst, $sgst
checkout_sums-tax = of it CGST { $rate }% { $cgst }, SGST { $rate }% { $sgst }
checkout_sums-earns = { $gems ->
    [one] earns 1 gem
   *[other] earns { $gems } gems
 }
checkout_sums-tip = Tip, { $name }
checkout_sums-to_take = To take

## Checkout refusals

checkout_refusals-one_of_two = Percent or rupees are needed, one of the two
checkout_refusals-given_too_little = Cash given is less than { $due }
checkout_refusals-unknown_choice = Please choose one of these.
checkout_refusals-above_limit = This discount is larger than the desk may give here. A manager can give it.
checkout_refusals-gone = This is not offered any more.
checkout_refusals-not_counted = { $reason } The sum is shown without it.
checkout_refusals-changed = The sum has changed: { $sum } is due now. Please look again, then take it.
# Arguments: $sum, $due
checkout_refusals-parts = The parts make { $sum }, and { $due } is due.
checkout_refusals-parts_not_chosen = Amounts are filled in, but another way to pay is chosen. Choose payment in parts, or empty them.
checkout_refusals-short_upi_reference = A UPI reference has at least 6 characters. Leave it blank if there is none.
checkout_refusals-part_without_amount = A reference stands beside an empty amount. Fill the amount in, or empty the reference.
checkout_refusals-tip_staff = A tip can only be for somebody who works here now

## Checkout over

checkout_over-title = This visit cannot be checked out
checkout_over-day_closed = Today is closed at this branch. Ask a manager to open the day again, then check this visit out.
checkout_over-day_closed_own = Today is closed at this branch. Open the day again, then check this visit out.
# Arguments: $number, $sum
checkout_over-completed = It was checked out already: invoice { $number }, { $sum }.
checkout_over-invoice = Open the invoice
checkout_over-receipt = Open the receipt
checkout_over-visit = Back to the visit
checkout_over-day_close = Open the day close
checkout_over-status = Its status is: { $status }. Only a confirmed visit, or one that has begun, is checked out.

## Receipt

receipt-title = Receipt { $number }
receipt-invoice = Tax invoice
receipt-bill_of_supply = Bill of supply
receipt-session = Membership session
receipt-number = Number
receipt-date = Date
receipt-customer = Customer
receipt-gstin = GSTIN { $number }
receipt-paid_by = Paid by { $method }
receipt-given = Cash given
receipt-change = Change
receipt-earned = { $gems ->
    [one] 1 gem earned
   *[other] { $gems } gems earned
 }
receipt-credited = { $sum } of it was credited later.
receipt-void = This session was reversed.
receipt-thanks = Thank you. See you soon.
receipt-print = Print
receipt-pdf = PDF
receipt-pdf_waits = The PDF is being made.
receipt-look_again = Look again
receipt-send = Send to { $address }
receipt-no_email = There is no e-mail address to send it to.
receipt-next = Next visit?
# Arguments: $weeks, $day
receipt-in_weeks = { $weeks ->
    [one] In { $weeks } week, { $day }
   *[other] In { $weeks } weeks, { $day }
 }
receipt-acts = What next
receipt-open_invoice = Open the invoice
receipt-open_visit = Open the visit
receipt-to_board = To the board

## Invoices

invoices-title = Invoices
invoices-method_cash = Cash
invoices-method_upi = UPI
invoices-method_card = Card
invoices-kind_booking = Visit
invoices-kind_membership = Membership
invoices-kind_membership_hours = Membership hours
# In sentences about a field that asks why.
invoices-reason_name = The reason

## Invoice list

invoice_list-period = Period
invoice_list-all_days = All days
invoice_list-today = Today
invoice_list-this_week = This week
invoice_list-kind = Kind
invoice_list-all_kinds = All kinds
invoice_list-search = Customer or number
invoice_list-show = Show
invoice_list-number = Number
invoice_list-when = When
invoice_list-customer = Customer
invoice_list-what = For
invoice_list-paid_by = Paid by
invoice_list-total = Total
invoice_list-state = State
invoice_list-pdf = PDF
invoice_list-pdf_of = PDF of { $number }
invoice_list-paid = Paid
invoice_list-nothing_due = Nothing due
invoice_list-hours = Hours used
invoice_list-credited = Credited
invoice_list-credited_part = { $amount } credited
invoice_list-voided = Void
invoice_list-foot = GST is included in every total.
invoice_list-file = CSV
# Arguments: $total, $count
invoice_list-sums = { $count ->
    [one] { $total } in { $count } invoice
   *[other] { $total } in { $count } invoices
 }
# Arguments: $total, $count, $credited
invoice_list-sums_credited = { $count ->
    [one] { $total } in { $count } invoice, { $credited } credited
   *[other] { $total } in { $count } invoices, { $credited } credited
 }
invoice_list-older = Older
invoice_list-newest = Newest
invoice_list-empty = No invoices yet. They are made at the checkout.
invoice_list-empty_filtered = No invoice matches this.
invoice_list-all = Show all invoices

## Invoice

# Arguments: $day, $kind
invoice-about = { $kind }, { $day }
invoice-all = All invoices
invoice-pdf = PDF
invoice-lines = What was sold
invoice-line = Service
invoice-sac = SAC
invoice-price = Price
invoice-discount = Off
invoice-gems = { $gems ->
    [one] paid with { $gems } gem
   *[other] paid with { $gems } gems
 }
invoice-line_total = Total
invoice-sums = Sums
invoice-subtotal = Subtotal
invoice-offer = Offer: { $name }
# Arguments: $who, $why
invoice-discount_by = Discount by { $who }: { $why }
invoice-discount_for = Discount: { $why }
invoice-redeemed = { $gems ->
    [one] Paid with { $gems } gem
   *[other] Paid with { $gems } gems
 }
invoice-taxable = Taxable value
invoice-cgst = CGST { $rate }%
invoice-sgst = SGST { $rate }%
invoice-not_registered = Bill of supply: no GST.
invoice-rounding = Rounding
invoice-total = Total
invoice-credited = Credited
invoice-left = Left
invoice-gems_earned = { $gems ->
    [one] 1 gem earned
   *[other] { $gems } gems earned
 }
invoice-seller = Seller
invoice-customer = Customer
invoice-gstin = GSTIN { $gstin }
invoice-visit = The visit
invoice-membership = The membership
invoice-payments = Payments
invoice-no_payments = Nothing was due.
invoice-correct = Correct the payments
invoice-closed_day = The day of this invoice is closed: its payments stay as they are.
invoice-has_note = It has a credit note: its payments stay as they are.
invoice-notes = Credit notes
# Arguments: $day, $by
invoice-note_about = { $day }, by { $by }
invoice-note_refund = Given back: { $refunds }
invoice-note_gems_taken = { $gems ->
    [one] 1 gem taken back
   *[other] { $gems } gems taken back
 }
invoice-note_gems_given = { $gems ->
    [one] 1 gem given back
   *[other] { $gems } gems given back
 }
invoice-note_without_tax = It carries no tax.
invoice-credit = Credit note
invoice-reopen = Open the visit again
invoice-reopen_reason = Why is it opened?
invoice-reopen_hint = It goes on where it was before the bill, and can be changed and billed again.
invoice-voided = Void: the session was reversed on { $day }.
invoice-send = Send by e-mail
invoice-send_to = Goes to { $email }.
invoice-no_email = The customer has no e-mail address.
invoice-print = Print

## Invoice payments

invoice_payments-title = Payments of { $number }
invoice_payments-heading = How was it paid?
invoice_payments-hint = Other methods or references, the same sum: { $total }. Leave a line empty that is not needed.
invoice_payments-payment = Payment { NUMBER($number) }
invoice_payments-payments_name = The payments
# A field of one payment in a sentence. Arguments: $number, $field
invoice_payments-field_of = Payment { NUMBER($number) }: { $field }
invoice_payments-method = Method
invoice_payments-amount = Amount in ₹
invoice_payments-reference = Reference
invoice_payments-reason = Why is it corrected?
invoice_payments-reason_hint = Kept in the log.
invoice_payments-save = Save the payments
invoice_payments-keep = Leave as it is
# Arguments: $total, $sum
invoice_payments-must_add_up = The payments must add up to { $total }, and are { $sum }

## Credit note

credit_note-title = Credit note for { $number }
credit_note-heading = What is credited?
credit_note-left = { $left } of this invoice is left.
credit_note-choose = Credit
credit_note-whole = The whole invoice
credit_note-whole_rest = Everything that is left
credit_note-parts = Some lines, or a part of them
credit_note-parts_hint = Without an amount, all that is left of the line.
credit_note-lines_name = What you choose
credit_note-choose_line = What you choose must have at least one line
credit_note-line_left = { $left } left
credit_note-line_gems = { $gems ->
    [one] { $gems } gem paid for it
   *[other] { $gems } gems paid for it
 }
credit_note-amount_of = Amount in ₹ for { $line }
credit_note-show = Show what is reversed
credit_note-reversed = What is reversed
credit_note-credited_line = Lines
credit_note-rounding = Rounding
credit_note-tax = of it GST
credit_note-total = Given back
credit_note-gems_taken = { $gems ->
    [one] 1 gem that was earned is taken back.
   *[other] { $gems } gems that were earned are taken back.
 }
credit_note-gems_given = { $gems ->
    [one] 1 gem that was redeemed is given back.
   *[other] { $gems } gems that were redeemed are given back.
 }
credit_note-no_gems = The customer's gems stay as they are.
credit_note-offer_free = The customer can use an offer again on that day.
credit_note-membership_ends = The membership ends, with the hours that are left of it.
credit_note-without_tax = It is too late to correct the tax: the note carries none, and says so.
credit_note-spend = What the customer has spent goes down by the same sum. The visit still counts.
credit_note-refund = How the money goes back
credit_note-as_paid = As it was paid: { $refunds }
credit_note-nothing_back = No money goes back.
credit_note-all_by = All by { $method }
credit_note-reason = Reason
credit_note-reason_hint = Printed on the credit note.
credit_note-issue = Credit { $total }
credit_note-issue_gems = Give the gems back
credit_note-back = To the invoice
credit_note-changed = This invoice was changed meanwhile. Please look again at what is credited now.

## Invoice wait

invoice_wait-title = Is being printed
invoice_wait-text = The PDF of { $number } opens here as soon as it is made.
invoice_wait-long = It takes longer than usual. Please look again in a few minutes.
invoice_wait-look_again = Look again
invoice_wait-back = To the invoice

## Day close

day_close-title = Day close
# Arguments: $day, $branch
day_close-about = { $day }, { $branch }
day_close-print = Print
day_close-day = Day
day_close-branch = Branch
day_close-show = Show
day_close-day_before = The day before
day_close-day_after = The day after
day_close-figures = Takings
day_close-taken = Taken
day_close-invoices = { $count ->
    [one] 1 invoice
   *[other] { $count } invoices
 }
# Arguments: $count, $sum
day_close-refunds = { $count ->
    [one] 1 refund of { $sum }
   *[other] { $count } refunds, { $sum }
 }
day_close-tips = tips { $sum }
day_close-sessions = { $count ->
    [one] 1 membership slip
   *[other] { $count } membership slips
 }
day_close-unpaid = { $sum } billed and noted as unpaid
day_close-books_differ = { $sum } was billed that is neither paid nor noted as unpaid. Please tell your manager.
day_close-count = Count the drawer
day_close-count_hint = How many of each there are. The sum is made when you close the day, or while you type.
day_close-how_many = How many of { $worth }
day_close-float = Float in the morning
day_close-float_hint = The cash that was in the drawer before the first customer, in ₹.
day_close-counted = Cash counted
day_close-counted_hint = In ₹, with the float. Leave it empty to add up the notes and coins above.
day_close-agrees = Does it agree?
day_close-cash_from_invoices = Cash from invoices
day_close-cash_tips = Tips in cash
day_close-cash_refunds = Refunds in cash
day_close-cash_movements = Paid in and out
day_close-cash_of_day = Cash of the day
day_close-expected_with_float = Should be there, with the float
day_close-difference = Difference
day_close-is_off = It does not agree. Count again, or say why and close.
day_close-is_right = It agrees to the paisa.
day_close-note_hint = Needed if the difference is over ₹100.
day_close-needs_note = The difference is { $difference }: say why in the note.
day_close-close = Close the day
# Arguments: $day
day_close-confirm_title = Close { $day }?
day_close-confirm = Yes, close the day
day_close-count_again = Count again
day_close-has_changed = The sums have changed since you confirmed them. Please check them once more.
day_close-then_a_manager = Because of the difference, only a manager can open it again.
day_close-reopened_by_manager = A manager can open this day again.
day_close-close_hint = After that, nothing of this day's money changes unless the day is opened again.
day_close-closed = Closed
# Arguments: $name, $when
day_close-closed_by = By { $name }, { $when }.
day_close-closed_hint = Checkouts, sales, credit notes, corrections and cash of this day are refused.
day_close-note = Note
day_close-reopen = Open the day again
day_close-reopen_reason = Why is it opened?
day_close-reopen_hint = The day can then be changed and is closed again with a new count.
day_close-still_open = Still open
# Arguments: $count, $sum
day_close-unpaid_visits = { $count ->
    [one] 1 visit is not paid yet: { $sum }.
   *[other] { $count } visits are not paid yet: { $sum }.
 }
day_close-visits_to_come = { $count ->
    [one] 1 visit is still to come. After closing, it cannot be checked out.
   *[other] { $count } visits are still to come. After closing, they cannot be checked out.
 }
day_close-visits_to_come_closed = { $count ->
    [one] 1 visit is still to come. It cannot be checked out until the day is opened again.
   *[other] { $count } visits are still to come. They cannot be checked out until the day is opened again.
 }
day_close-show_visits_to_come = Show them
day_close-open_requests = { $count ->
    [one] 1 request is not answered yet. After closing, its visit cannot be checked out.
   *[other] { $count } requests are not answered yet. After closing, their visits cannot be checked out.
 }
day_close-open_requests_closed = { $count ->
    [one] 1 request is not answered yet. Its visit cannot be checked out until the day is opened again.
   *[other] { $count } requests are not answered yet. Their visits cannot be checked out until the day is opened again.
 }
day_close-open_requests_of_past_day = { $count ->
    [one] 1 request is not answered yet.
   *[other] { $count } requests are not answered yet.
 }
# Arguments: $time, $name, $status
day_close-visit_to_come = { $time }, { $name }, { $status }
day_close-checkout_of = { $name }, checkout
# Arguments: $name, $status
day_close-visit_of = { $name }, { $status }
day_close-movements = Cash paid in and out
day_close-no_movements = No cash moved apart from sales.
# Arguments: $time, $name
day_close-movement_about = { $time }, { $name }
day_close-record = Record cash
day_close-direction = Which way?
day_close-paid_in = Paid in
day_close-paid_out = Paid out
day_close-amount = Amount in ₹
day_close-reason = What for?
day_close-record_button = Record
day_close-choose_direction = Please choose paid in or paid out
day_close-earlier = Earlier days
day_close-no_earlier = No earlier day was closed.
day_close-older = Older
day_close-closed_by_head = Closed by
day_close-does_not_match = Cash counted differs from the notes and coins, which are { $sum }. Correct one of them, or leave it empty
day_close-today_closed = Today is closed: cash can be recorded again tomorrow, or after the day is opened again.

## Customers

customers-title = Customers
customers-total = { $count ->
    [one] 1 customer
   *[other] { $count } customers
 }
customers-found = { $count ->
    [one] 1 found
   *[other] { $count } found
 }
customers-add = Add customer
customers-search = Name, phone or e-mail
customers-search_button = Search
customers-tag = Tag
customers-every_tag = Every tag
customers-sorted_by = Sorted by
customers-sort_spent = Spent
customers-sort_visits = Visits
customers-sort_last_visit = Last visit
customers-sort_name = Name
customers-sort_gems = Gems
customers-sort_no_shows = No-shows
customers-name = Name
customers-phone = Phone
customers-email = E-mail
customers-contact = Contact
customers-call = Call { $name }
customers-whatsapp = WhatsApp
customers-never = never
customers-nobody = Nobody of that name. Add { $typed }?
customers-nobody_yet = There are no customers yet.
customers-nobody_with_tag = Nobody has this tag.
customers-show_everybody = Show everybody
customers-previous = Previous
customers-next = Next
# Arguments: $page, $pages
customers-page_of = Page { NUMBER($page) } of { NUMBER($pages) }
customers-new_title = New customer
customers-new_lead = For walk-ins and phone calls. Whoever signs in later with the same e-mail finds this record.
customers-gender = Gender
customers-gender_female = Female
customers-gender_male = Male
customers-gender_other = Other
customers-gender_undisclosed = Not said
customers-gender_open = Not asked
customers-date_of_birth = Date of birth
customers-phone_hint = Ten digits, with or without +91.
customers-save_new = Add customer
customers-add_all_the_same = Add all the same
customers-same_title = Likely the same person
customers-same_text = Somebody with this phone or e-mail is known already. Families share a phone; one person should not be here twice.
customers-same_phone_unproven = same phone, unproven
customers-open_instead = Open
customers-cancel = Cancel
customers-back = Customers
customers-merge_title = Merge two records
customers-merge_text = For two records of one person. Everything moves to the record that stays; the other one is emptied. This cannot be undone.
customers-merge_not_customer = Only customers can be merged, not members of the team.
customers-merge_self = This is the same record. Choose another one.
customers-merge_unknown = There is no such customer any more. Choose another one.
customers-stays = Which record stays?
customers-record_this = This record
customers-record_other = The other record
# Arguments: $record, $name
customers-stays_choice = { $record } stays: { $name }
customers-field = What
customers-together = Together
customers-late_cancellations = Late cancellations
customers-no_shows = No-shows
customers-tags = Tags
customers-membership = Membership
customers-merge_also = Also notes, invoices and sign-ins move. Where both have a phone, an e-mail or a name, the one of the record that stays is kept.
# Arguments: $one, $other
customers-access_gained = Whoever signs in as { $one } then sees everything of { $other }: visits, notes, invoices, gems and membership.
# Arguments: $one, $other
customers-access_ended = Whoever signs in as { $one } then sees everything of { $other }: visits, notes, invoices, gems and membership. The sign-in as { $other } ends.
# Arguments: $one, $other
customers-access_both = Whoever signs in as { $one } and whoever signs in as { $other } then see everything of both: visits, notes, invoices, gems and membership.
# Arguments: $email, $name
customers-access_later = Nobody has signed in with { $email } yet. Whoever signs in with that address later is taken for { $name }.
customers-access_nobody = Nobody signs in with either record, so nobody gains access.
customers-phone_unproven = A phone number proves nothing: anyone can type any number into their own profile. Ask the customer, for example which e-mail they sign in with.
customers-kept_name = Type the name of the record that stays
customers-kept_name_hint = Because somebody's sign-in or e-mail gains access to a record that the desk has made.
customers-kept_name_wrong = Please type the name of the record that stays.
customers-merge_sure = I have looked at both: they are one person
customers-merge_not_sure = Tick that both are one person.
customers-merge_button = Merge
customers-two_memberships = Both have an active membership. Cancel one of them first.
customers-nothing = none
customers-to_customer = Back to the customer
customers-edit_title = Edit customer
customers-email_opens = Whoever signs in with this address later sees everything of this customer: visits, invoices, gems and membership.
customers-email_signed_in = Signs in with this address, so only they can change it.
customers-gstin = GSTIN
customers-gstin_hint = Fifteen characters, on the invoices from now on.
customers-legal_name = Name on invoices
customers-billing_address = Billing address
customers-for_invoices = For invoices
customers-save_contact = Save
customers-not_a_customer = Only the details of customers can be changed here, not those of the team.
customers-erase = Erase this customer
customers-erase_title = Erase a customer
customers-erase_text = All personal data of { $name } is removed and coming visits are cancelled. Invoices keep what the tax law requires. This cannot be undone.
customers-erase_phone = Type the phone of the customer
customers-erase_name = Type the name of the customer
customers-erase_button = Erase for good
customers-erase_signed_in = This customer signs in, and can erase their data themselves.
customers-erase_confirm = Confirmation
customers-erased_title = Erased customer
customers-erased_on = The personal data was erased on { $day }. Visits and invoices stay, without a name, because the law requires it.
customers-no_profile = Has signed in, and not told phone and birthday yet. The rest appears once the profile is filled in.

## Customer

customer-sell_membership = Sell membership
customer-book = Book
customer-edit = Edit
customer-add_tag = Tag
customer-choose_tag = Add a tag
customer-no_more_tags = There is no other tag.
customer-add_tag_button = Add
customer-remove_tag = Remove the tag { $name }
customer-no_phone = no phone
customer-birthday_today = Birthday today
customer-birthday_on = Birthday on { $day }
customer-needs_approval = Every booking needs approval
customer-pinned = Good to know
customer-change_pinned = Change
customer-visits = Visits
customer-first_visit_pending = no visit yet
customer-every_weeks = { $weeks ->
    [one] every week or so
   *[other] every { $weeks } weeks or so
 }
customer-last_visit = last on { $day }
customer-spent = Spent
customer-average = average bill { $money }
customer-nothing_spent = nothing yet
customer-gems = Gems
# Arguments: $gems, $day
customer-gems_expire = { $gems ->
    [one] { $gems } expires by { $day }
   *[other] { $gems } expire by { $day }
 }
customer-gems_none_expire = none expire soon
customer-missed = Missed
customer-late = { $count ->
    [0] no late cancellations
    [one] { $count } late cancellation
   *[other] { $count } late cancellations
 }
customer-tabs = About this customer
customer-tab_visits = Visits
customer-tab_notes = Notes
customer-tab_invoices = Invoices
customer-tab_gems = Gems
customer-tab_membership = Membership
customer-tab_duplicates = Duplicates
customer-person = Person
customer-birthday = Birthday
customer-reminders = Reminders
customer-membership_messages = Membership messages
customer-offers = Offers
customer-on = on
customer-off = off
customer-agreed = agreed
customer-not_agreed = no
customer-consents_hint = Only the customer can change these.
customer-since = Since
customer-invoiced_to = Invoices to
customer-unknown = not known
customer-bookings_card = No-shows
customer-noshow_count = No-shows counted
customer-requires_approval = Every booking needs approval
customer-save = Save
# `7 h 30 min left of 12 h`; what is left is in bold. Arguments: $left, $total
customer-hours_left = { $left } left of { $total }
# Arguments: $left, $total
customer-hours_left_label = { $left } left of { $total }
customer-until = till { $day }
customer-when = When
customer-visit = Visit
customer-services = Services
customer-with = With
customer-sum = Total
customer-status = Status
customer-anyone = anyone
customer-no_visits = No visits yet.
customer-no_older_visits = There are no older visits.
customer-older_visits = Older visits
customer-newest_visits = Newest visits
customer-write_note = Write a note
customer-note = Note
customer-note_visit = About a visit
customer-note_no_visit = no visit in particular
customer-save_note = Save note
customer-pinned_note = Pinned note
customer-pinned_hint = Shown first on this page and at every visit, such as an allergy. Up to 500 characters.
customer-pinned_meanwhile = Somebody pinned another text meanwhile. It stands above; save yours again to replace it.
customer-save_pinned = Save pinned note
customer-unpin = Unpin
customer-pin = Pin
customer-pin_note = Pin the note of { $day }
customer-no_notes = No notes yet.
customer-about_visit = about a visit
customer-notes_list = Notes
customer-older_notes = Older notes
customer-newest_notes = Newest notes
customer-invoice = Invoice
customer-day = Day
customer-kind = What
customer-kind_service = Visit
customer-kind_membership = Membership
customer-kind_session = Membership session
customer-paid_by = Paid by
customer-cash = cash
customer-upi = UPI
customer-card = card
customer-voided = void
customer-credited = { $money } credited
customer-no_invoices = No invoices yet.
customer-older_invoices = Older invoices
customer-newest_invoices = Newest invoices
# Arguments: $balance, $earned, $redeemed
customer-gems_summary = Balance { NUMBER($balance) }. Earned { NUMBER($earned) }, redeemed { NUMBER($redeemed) }.
customer-what = What
customer-change = Change
customer-no_gems = No gems yet.
customer-adjust_gems = Give or take gems
customer-give = Give
customer-take = Take
customer-direction = Give or take
customer-amount = Gems
customer-reason = Reason
customer-reason_hint = The customer reads it.
customer-adjust = Change gems
customer-older_gems = Older
customer-newer_gems = Newer
customer-past = Earlier
customer-no_membership = No membership.
customer-open_membership = Hours and sessions
customer-expired = Expired
customer-cancelled = Cancelled
customer-begins = begins on { $day }
customer-active = Active
customer-paid = { $money } paid
customer-no_duplicates = Nobody else has this phone.
customer-same_phone = The same phone
customer-duplicates_text = Perhaps the same person, or somebody of the family, or somebody who typed this number. A phone alone is unproven.
customer-merge = Merge
customer-merge_with_label = Merge with { $name }
customer-other_record = Another record of the same person
customer-nobody_found = Nobody else was found.
customer-visits_count = { $count ->
    [0] no visits
    [one] { $count } visit
   *[other] { $count } visits
 }

## Leads

leads-title = Leads
leads-lane_new = New
leads-lane_called = Called
leads-lane_booked = Booked
leads-lane_came = Came
leads-lane_lost = Lost
leads-status_new = New
leads-status_contacted = Called
leads-status_follow_up = Call again
leads-status_booked = Booked
leads-status_won = Came
leads-status_lost = Lost
leads-move_new = New
leads-move_contacted = I have called
leads-move_follow_up = To call again
leads-move_booked = Has booked
leads-move_won = Has come
leads-move_lost = Lost…
# Arguments: $count, $shown
leads-waiting = { $count ->
    [one] { $shown } has waited too long
   *[other] { $shown } have waited too long
 }
leads-none_waiting = Nobody has waited too long
leads-at_least = { NUMBER($count) }+
leads-view = View
leads-columns = Columns
leads-list = List
leads-add = Add
leads-search = Name or phone
leads-find = Find
leads-none_found = No lead is called “{ $typed }”, or has that phone.
leads-more = { $count } more
leads-newest = Newest
leads-older = Older
leads-everything = All
leads-waiting_long = Waiting too long
leads-empty_lane = Nobody here.
leads-empty = No leads here. They come from your adverts and the call-back form, or you add them.
leads-just_now = Just now
leads-hours_ago = { NUMBER($hours) } h ago
leads-days = { $days ->
    [one] 1 day
   *[other] { $days } days
 }
leads-days_ago = { $days ->
    [one] 1 day ago
   *[other] { $days } days ago
 }
leads-waits = Has waited too long
leads-call = Call
leads-call_person = Call { $name }
leads-whatsapp = WhatsApp
# Arguments: $name, $salon
leads-whatsapp_text = Hello { $name }, this is { $salon }.
leads-book = Book
leads-menu = What happened with { $name }
leads-take = I take it
leads-source_manual = Added at the desk
leads-source_website = Call-back form
leads-source_meta_ad = Advert
leads-source_phone_call = Phone call
leads-name = Name
leads-phone = Phone
leads-email = E-mail
leads-service = Interested in
leads-no_service = Not known yet
leads-source = Came by
leads-heard = Heard of us by
leads-heard_hint = Friend, walked past, Instagram …
leads-note = Note
leads-status = Status
leads-age = Latest
leads-who = Looked after by
leads-nobody = Nobody yet
leads-me = { $name } (me)
leads-assign = Looked after by
leads-assign_button = Save
leads-new_title = Add a lead
leads-new_text = Somebody who asked and has not booked yet.
leads-new_button = Add
leads-details = Details
leads-asked = Asked
leads-last_contact = Last contact
leads-campaign = Campaign
leads-utm_source = Source
leads-utm_medium = Medium
leads-utm_campaign = Campaign
leads-utm_content = Content
leads-utm_term = Term
leads-booking = Booking
leads-notes = Notes
leads-no_notes = No notes yet.
leads-note_label = New note
leads-note_button = Add note
# Arguments: $name, $when
leads-note_about = { $name }, { $when }
leads-history = So far
leads-stage_new = Asked
leads-stage_contacted = Called
leads-stage_follow_up = To call again
leads-stage_booked = Booked
leads-stage_won = Came
leads-stage_lost = Lost
leads-spoken_again = Last contact
leads-next = What next?
leads-over = This lead is settled.
leads-moved_meanwhile = Somebody was quicker: this lead is now “{ $status }”.
leads-lost_title = { $name } is lost
leads-lost_text = Why? It helps to choose the next advert.
leads-lost_already = This lead is “{ $status }” and cannot be lost any more.
leads-why = Why?
leads-why_name = The reason
leads-reason_far = Too far away
leads-reason_dear = Too expensive
leads-reason_elsewhere = Went elsewhere
leads-reason_silent = Does not answer
leads-reason_wrong = Wrong number
leads-reason_other = Something else
leads-unknown_reason = Please choose one of these reasons
leads-reason = In other words
leads-reason_required = The reason is required when a lead is lost
leads-lost_button = Lost
leads-back = Back

## Memberships

memberships-title = Memberships
memberships-about = Spa hours that were paid in advance
memberships-sell = Sell
memberships-tier = Tier
memberships-every_tier = Every tier
memberships-status = Status
memberships-every_status = Every status
memberships-status_active = Active
memberships-status_over = Over
memberships-status_cancelled = Cancelled
memberships-not_begun = From { $day }
memberships-show = Show
memberships-number = Number
memberships-customer = Customer
memberships-hours_left = Hours left
# Arguments: $left, $total
memberships-left_of = { $left } of { $total }
memberships-ends = Until
memberships-newest = Newest
memberships-older = Older
memberships-empty = No memberships here. Sell the first one.
memberships-sell_title = Sell a membership
memberships-who = Who buys it?
memberships-find = Name, phone or e-mail
memberships-find_button = Find
memberships-none_found = Nobody is called “{ $typed }”.
memberships-new_customer = Add a customer
memberships-another = Somebody else
memberships-no_phone = No phone number
# Arguments: $name, $number
memberships-already_active = { $name } has the active membership { $number }. A second one can be sold when it is over.
memberships-open_it = Open it
memberships-no_tiers = No tier is on sale at the moment. A manager can add one.
memberships-what = Which one?
# Arguments: $hours, $price, $days
memberships-tier_about = { $days ->
    [one] { $hours }, { $price }, { $days } day
   *[other] { $hours }, { $price }, { $days } days
 }
memberships-hours = Hours
memberships-hours_hint = Such as 10, 2.5 or 1:40
memberships-not_hours = Hours must be written like 10, 2.5 or 1:40
memberships-price = Price in rupees
memberships-price_hint = GST included
memberships-validity = Valid for so many days
memberships-fixed_terms = These are the terms of the tier. A manager can sell other terms.
# `180 days`
memberships-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
 }
memberships-fixed_minutes = A session takes the minutes of its services. A manager can record others.
memberships-ends_too_late = The membership must end before the year 10000
memberships-past_by_receptionist = A membership must begin today or later. A manager sells from a past day.
memberships-starts = Begins on
memberships-paid_by = Paid by
memberships-method_cash = Cash
memberships-method_upi = UPI
memberships-method_card = Card
memberships-reference = Reference
memberships-reference_hint = Number of the UPI or card payment, if there is one
memberships-split = Paid in parts
memberships-split_hint = Together the price. What stands here counts instead of the choice above.
memberships-payments = The parts
memberships-notes = Note
memberships-branch = Branch
memberships-sell_button = Sell and write the invoice
memberships-left = { $left } left
# Of one that is over or cancelled.
memberships-unused = { $left } not used
# Arguments: $used, $total
memberships-used = { $used } of { $total } used
memberships-invoice = Invoice
memberships-sold = Sold
memberships-from = From
memberships-paid = Paid
memberships-details = Details
memberships-sessions = Sessions
memberships-no_sessions = No sessions yet.
# Arguments: $service, $person, $minutes
memberships-session_line = { $service } with { $person }, { $minutes }
memberships-reverse = Reverse
memberships-reverse_session = Reverse the session of { $day }
memberships-reverse_hint = Its minutes come back and its slip is void.
memberships-reverse_reason = Why is it reversed?
memberships-reverse_button = Reverse the session
memberships-record = Record a session
memberships-record_hint = { $left } can be used.
memberships-service = Service
memberships-person = Done by
memberships-minutes = Minutes
memberships-minutes_hint = Blank: as long as the service takes
memberships-choose = Choose
memberships-more_lines = More services
# Arguments: $label, $number
memberships-nth = { $number ->
    [one] { $label }
   *[other] { $label } { $number }
 }
memberships-day = Day
memberships-in_future = The day must not be in the future
memberships-record_button = Record
# Patterns with `{time}`.
memberships-left_after = { "{time}" } left after this session
memberships-too_long = { "{time}" } more than is left
memberships-nobody_works = Nobody at this branch does spa services. Choose another branch, or ask a manager.
memberships-too_many_minutes = That is more than is left: { $left }. Record less, or take the rest as a paid visit.
memberships-cancel = Cancel the membership
memberships-cancel_hint = The hours that are left are lost. Money is given back by a credit note.
memberships-cancel_reason = Why is it cancelled?
memberships-cancel_button = Cancel it

## Setup

setup-title = Set up your salon
setup-lede = Five steps, then customers can book. All but the first can wait: you find them here again.
setup-finished = Your salon takes bookings. Everything can still be changed.
setup-salon = Salon
setup-salon_text = Name, address and telephone number of your first branch.
setup-hours = Hours
setup-hours_text = When you are open, and whether customers see which times are free.
setup-services = Services
setup-services_text = What you offer, with prices and durations. A usual list is there to choose from.
setup-team = Team
setup-team_text = Who works with you. They are invited by their e-mail address.
setup-payments = Payments
setup-payments_text = The UPI account to which customers pay.
setup-todo = To do
setup-done = Done
setup-skipped = For later
setup-steps = Steps
# `Step 2 of 5`. Arguments: $number, $all
setup-place = Step { NUMBER($number) } of { NUMBER($all) }
setup-ready = Ready
setup-ready_text = Open the doors.
setup-go_on = Go on
setup-back = Back
setup-later = Later
setup-kept = What you save is kept. You may stop at any time, and go on here.
setup-to_board = To the desk
setup-to_salon = Name, website and invoices
setup-already_staff = You can be booked already.
setup-has_services = There are services already, so nothing was added. Add or change them in the catalogue.
setup-not_enough = A salon needs a branch, a service and somebody who can be booked.
setup-wait_title = Please wait a little
setup-wait_text = The owner is still setting up the salon. You can begin as soon as there is a branch.

## Setup: the salon

setup_salon-title = Your salon
setup_salon-lede = This is what customers read on your page, and on their invoices.
setup_salon-name = Name customers read
setup_salon-name_hint = Such as Aangan.
setup_salon-branch = Branch
setup_salon-branch_hint = Where there will be several: the part of town, such as Indiranagar.
setup_salon-address = Address
setup_salon-address_hint = Street, city and PIN code, as invoices need it.
setup_salon-phone = Phone
setup_salon-not_a_phone = Phone must be an Indian number of 10 digits, a mobile or a landline with its area code
setup_salon-gstin = GSTIN
setup_salon-gstin_hint = Without one, bills of supply are written, without tax.
setup_salon-colour = Your colour
setup_salon-colour_hint = For your pages and invoices. A logo can be added to the branch.
setup_salon-colour_plum = Plum
setup_salon-colour_blue = Blue
setup_salon-colour_green = Green
setup_salon-colour_amber = Amber
setup_salon-colour_violet = Violet
setup_salon-colour_brick = Brick
setup_salon-colour_ink = Ink
setup_salon-code = Numbers of bookings and invoices begin with { $code }. The branch can get another code until its first booking.
setup_salon-preview = What customers see, once it is saved
setup_salon-go_on = Go on to the hours

## Setup: the hours

setup_hours-title = When are you open?
setup_hours-lede = Customers can ask for times inside these hours.
setup_hours-week = Opening hours
setup_hours-mode = How visits are booked
setup_hours-open = Open
setup_hours-open_text = People ask for any time of your opening hours; the desk gives a person and confirms.
setup_hours-live = Live
setup_hours-live_text = People see free times and names, and nobody is booked twice.
setup_hours-overlaps = { $count ->
    [one] 1 visit to come overlaps another one of the same person. Move it before you go live.
   *[other] { $count } visits to come overlap others of the same person. Move them before you go live.
 }
setup_hours-without_shifts = { $count ->
    [one] 1 person has no working hours, and cannot be booked live.
   *[other] { $count } people have no working hours, and cannot be booked live.
 }
setup_hours-go_on = Go on to the services

## Setup: the services

setup_services-title = What do you offer?
setup_services-lede = The usual list of a salon, at usual prices. Untick what you do not do, and change prices and minutes to yours. GST is inside every price.
setup_services-start_from = Start from
setup_services-start_all = Salon and spa
setup_services-start_salon = Salon
setup_services-start_spa = Spa
setup_services-start_nothing = Nothing ticked
setup_services-by_hand = Enter it by hand
setup_services-by_file = Take it from a file
setup_services-hint = A category that is not ticked is left out with all its services.
setup_services-all_prices = All prices
setup_services-cheaper = −{ NUMBER($percent) }%
setup_services-dearer = +{ NUMBER($percent) }%
setup_services-list = Services
setup_services-none_ticked = Tick at least one service, or choose Later
# `5 of 6 ticked`. Arguments: $ticked, $all
setup_services-ticked = { NUMBER($ticked) } of { NUMBER($all) } ticked
setup_services-price_of = Price of { $name }
setup_services-minutes_of = Minutes of { $name }
setup_services-existing = { $count ->
    [0] Your catalogue has services, of which customers find none at present.
    [one] Customers find 1 service in your catalogue.
   *[other] Customers find { $count } services in your catalogue.
 }
setup_services-to_services = To the catalogue
setup_services-go_on = Go on to the team

## Setup: the team

setup_team-title = Who works with you?
setup_team-lede = Everybody gets an e-mail, and signs in with that address.
setup_team-lede_unmailed = Everybody signs in with the address that you write here.
setup_team-people = Your team
setup_team-bookable_tag = Can be booked
setup_team-me = I do visits too
setup_team-me_hint = Do you look after customers yourself?
setup_team-invite = Invite somebody
setup_team-name = Name
setup_team-email = E-mail
setup_team-email_hint = Of a Google account.
setup_team-role = Role
setup_team-gender = Gender
setup_team-gender_open = Not said
setup_team-bookable = Can be booked
setup_team-bookable_hint = In your opening hours, until you plan other ones.
setup_team-service_types = Does
setup_team-type_salon = Salon
setup_team-type_spa = Spa
setup_team-no_type = Tick what they do, or that they cannot be booked
setup_team-invite_button = Invite
setup_team-more = Many people at once:
setup_team-by_file = take them from a file
setup_team-go_on = Go on to the payments

## Setup: payments and messages

setup_payments-title = How are you paid?
setup_payments-lede = At the checkout customers scan a code with any UPI app.
setup_payments-upi = UPI
setup_payments-of_branch = This is the account of { $branch }. Other branches have theirs on their own pages.
setup_payments-account = UPI id
setup_payments-account_hint = Such as aangan@okbank.
setup_payments-not_an_account = UPI id must be written name@bank
setup_payments-payee = Name in the app
setup_payments-payee_hint = Without one, the name of the branch.
setup_payments-show_code = Save and show a test code
setup_payments-try_it = Scan this with your own phone: the app must name you, and { $account }. You need not pay.
setup_payments-mail = E-mail
setup_payments-mail_text = Confirmations and invoices go out by e-mail. A test goes to { $email }.
setup_payments-send_mail = Send me a test
setup_payments-no_mail = E-mail is not set up yet. Ask whoever installed Parlour to do it.
setup_payments-no_address = Your account has no e-mail address for a test.
setup_payments-mail_failed = The e-mail was not sent: { $error }
setup_payments-go_on = Go on

## Setup: the end

setup_ready-title = Your salon is ready
setup_ready-not_yet = Almost there
setup_ready-lede = Customers can book from now on. This is your page:
setup_ready-share = Put the address on your door, your cards and your profile.
setup_ready-to_board = Open the board
setup_ready-missing = Before customers can book, this is still missing:
setup_ready-later = When you have time

## Salon

salon-title = Salon
salon-lede = What holds for all branches. Documents that were printed before keep what they say.
salon-name = Name
salon-name_hint = In titles, messages, e-mails and on invoices.
salon-primary = Without a name, that of the primary branch: { $name }.
salon-about = About the salon
salon-about_hint = A few sentences for your page.
salon-about_hi = About the salon in Hindi
salon-website = Website
salon-website_hint = Begins with https://.
salon-not_https = Website must begin with https://
salon-invoice_footer = Last lines of invoices
salon-invoice_footer_hint = Such as thanks, or where to ask about an invoice.
salon-save = Save
salon-to_setup = To the first steps

## Changed meanwhile

changed_meanwhile-sentence = This was changed meanwhile: { $fields }. What you typed is still here: save it again to keep yours.
# Name of the field, what it holds now. Arguments: $field, $value
changed_meanwhile-field = { $field } (now “{ $value }”)
changed_meanwhile-empty_field = { $field } (now empty)

## My day

my_day-number_one = One
my_day-number_two = Two
my_day-number_three = Three
my_day-number_four = Four
my_day-number_five = Five
my_day-number_six = Six
my_day-number_seven = Seven
my_day-number_eight = Eight
my_day-number_nine = Nine
my_day-number_ten = Ten
# Number in words, first name. Arguments: $count, $name
my_day-more_today = { $count } more today, { $name }
my_day-all_done = All done for today, { $name }
my_day-nothing_today = Nothing booked today, { $name }
my_day-day_off_today = You are off today, { $name }
my_day-visits = { $count ->
    [one] 1 visit
   *[other] { $count } visits
 }
my_day-nothing = Nothing booked yet
my_day-day_off = Day off
my_day-off = off
my_day-on_leave = On leave
my_day-leave_asked = Leave asked for, not decided yet
my_day-closed = The salon is closed
my_day-closed_for = Closed: { $name }
my_day-not_rostered = You are not on the roster, so nobody can book you. A manager can add you to the team.
my_day-week = Week
my_day-week_before = Week before
my_day-week_after = Week after
my_day-to_today = Today
my_day-in_chair = In the chair since { $time }
my_day-here_since = Here since { $time }
my_day-next_at = Next, at { $time }
my_day-due_at = Was due at { $time }
# Arguments: $services, $time
my_day-till = { $services }, till { $time }
my_day-by_colleagues = With colleagues: { $services }
my_day-guest_of = Guest of { $name }
my_day-start = Start
my_day-start_with = Start with { $name }
my_day-finish = Done
my_day-finish_with = Done with { $name }
my_day-go_on = Not done yet
my_day-go_on_with = Not done yet with { $name }
my_day-pinned = Important:
my_day-wish = Their wish:
my_day-then = Then
my_day-earlier = Earlier
my_day-break_time = Break
my_day-blocked = Not bookable
my_day-leave_approved = Your leave { $days } is approved.
my_day-leave_waits = Your leave { $days } is not decided yet.
my_day-one_day = on { $day }
# Arguments: $first, $last
my_day-days = from { $first } to { $last }

## My leave

my_leave-text = Ask as early as you can. A manager decides.
my_leave-ask = Ask for leave
my_leave-first_day = First day off
my_leave-last_day = Last day off
my_leave-last_day_hint = The same day for one day.
my_leave-reason = Reason
my_leave-send = Ask for leave
my_leave-list = Asked so far
my_leave-none = You have not asked for leave yet.
my_leave-days = { $count ->
    [one] 1 day
   *[other] { $count } days
 }
my_leave-status_waiting = Waiting
my_leave-status_approved = Approved
my_leave-status_declined = Declined
my_leave-withdraw = Withdraw
my_leave-withdraw_days = Withdraw the leave { $days }
my_leave-newer = Newer
my_leave-older = Older

## My notifications

my_notifications-newest_first = Newest first
my_notifications-none = Nothing new. Requests, cancellations and other news for you appear here.
my_notifications-unread = New:
my_notifications-mark_one = Mark as read
my_notifications-mark_one_of = Mark as read: { $title }
my_notifications-mark_all = Mark all as read
my_notifications-newer = Newer
my_notifications-older = Older

## My account

my_account-messages = Messages
my_account-push = Messages on this device
my_account-push_on = You hear at once of new requests and cancellations.
my_account-push_off = Switch on to hear at once of new requests and cancellations.
my_account-push_missing = Messages on devices are not set up for this salon.
my_account-calendar_text = Your visits and blocked time, in the calendar of your phone.
my_account-keys = Keyboard
my_account-show_keys = Show all keys
my_account-keys_text = Single keys work on this device
my_account-customer_app = Customer app

## My

my-offline_title = No connection
my-offline_text = The desk cannot reach the salon's computer. It works again as soon as you are back online.

## Panel

panel-cancel = Cancel
panel-undo = Undo the changes
panel-not_saved = Not saved yet
panel-picture_hint = PNG, JPEG or WebP, at most 5 MB
panel-present_picture = The present picture
panel-remove_picture = Remove the present picture
panel-no_picture = The picture must be a PNG, JPEG or WebP file
panel-picture_too_large = The picture must have at most 40 million pixels and be at most 12,000 pixels wide and high
panel-picture_too_deep = The picture must have 8 bits per colour, because it has many pixels
# What the salon calls something in Hindi, in a part of the form that is opened.
panel-in_hindi = In Hindi
panel-in_hindi_hint = What is empty is shown in English.
panel-name_hi = Name in Hindi
panel-description_hi = Description in Hindi

## Price list

price_list-salon = Salon
price_list-spa = Spa
price_list-kind = Kind
price_list-category = Category
price_list-service = Service
price_list-in_category = in { $name }
price_list-services = { $count ->
    [one] { $count } service
   *[other] { $count } services
 }
# Arguments: $count, $off
price_list-services_and_off = { $count ->
    [one] { $count } service, { NUMBER($off) } of them off
   *[other] { $count } services, { NUMBER($off) } of them off
 }
price_list-off = Off
price_list-show_off = Show what is off
price_list-hide_off = Leave out what is off
price_list-edit = Edit
price_list-empty = Nothing is on this price list yet.
price_list-new_category = New category
price_list-new_service = New service
price_list-offered = Offered
price_list-category_offered = Offered with its services
price_list-name = Name
price_list-description = In one line
price_list-description_name = Description
price_list-price = Price with GST
price_list-duration = Takes
price_list-duration_name = Duration
price_list-buffer = Tidy up after
price_list-buffer_name = Time to tidy up
price_list-minutes_unit = min
price_list-sac = SAC
price_list-not_a_sac = SAC must be a services accounting code: six digits that begin with 99
price_list-gems = Or for
price_list-gems_name = Price in gems
price_list-gems_unit = gems
price_list-gems_count = { $count ->
    [one] { $count } gem
   *[other] { $count } gems
 }
price_list-or_gems = { $count ->
    [one] or { $count } gem
   *[other] or { $count } gems
 }
price_list-order = Place in the list
price_list-order_hint = Small numbers come first.
price_list-drag_hint = Drag a row to change its place.
price_list-picture = Picture
price_list-as_customers_see = As customers see it
price_list-no_preview = Name, price and time of the service
price_list-save_service = Save the service
price_list-save_order = Save the order
price_list-save_category = Save the category

## Desk offers

desk_offers-offer = Offer
desk_offers-new_offer = New offer
desk_offers-which = Which offers
desk_offers-all = All
desk_offers-running = Running
desk_offers-coming = Coming
desk_offers-past = Past
desk_offers-off = Off
desk_offers-past_and_off = Past and switched off
# Of one offer.
desk_offers-is_coming = Coming
desk_offers-is_past = Past
desk_offers-summary = { $count ->
    [0] None runs now
    [one] { $count } runs now
   *[other] { $count } run now
 }
# Arguments: $count, $sum
desk_offers-summary_with_discount = { $count ->
    [0] None runs now, { $sum } off this month
    [one] { $count } runs now, { $sum } off this month
   *[other] { $count } run now, { $sum } off this month
 }
desk_offers-empty = There is no offer here.
desk_offers-pages = Pages
desk_offers-previous = Before
desk_offers-next = Further
# Arguments: $services, $count
desk_offers-services_and_more = { $services } and { NUMBER($count) } more
desk_offers-cut_off = off
desk_offers-cut_combo = combo
desk_offers-until = till { $day }
desk_offers-from = from { $day }
desk_offers-ended = ended { $day }
desk_offers-switched_off = switched off
# Arguments: $count, $sum
desk_offers-used = { $count ->
    [one] used once, { $sum }
   *[other] used { $count } times, { $sum }
 }
desk_offers-not_used_yet = not used yet
desk_offers-never_used = never used
desk_offers-see_page = See its page
desk_offers-name = Name
desk_offers-kind = Kind of offer
desk_offers-percentage = Percent
desk_offers-flat = Rupees
desk_offers-combo = Combo price
desk_offers-takes_off_percent = Takes off, in percent
desk_offers-takes_off_rupees = Takes off, in rupees
desk_offers-combo_price = Price of all together
desk_offers-services = For these services
desk_offers-first_day = First day
desk_offers-last_day = Last day
desk_offers-ends_before_start = The last day must not be before the first
desk_offers-description = Description
desk_offers-terms = Terms
desk_offers-example = For example
desk_offers-no_example = Choose what it takes off and for which services, then work out an example.
desk_offers-together = { $services } together
desk_offers-less = { $sum } off
desk_offers-work_out = Work out the example
desk_offers-save = Save the offer
desk_offers-switch_off = Switch off
desk_offers-switch_on = Switch on

## Desk branches

desk_branches-branch = Branch
desk_branches-new_branch = New branch
desk_branches-empty = There is no branch yet.
desk_branches-primary = First branch
desk_branches-operational = Takes customers
desk_branches-coming_soon = Coming soon
desk_branches-closed = Closed
desk_branches-open = Open
desk_branches-open_text = People ask for any time of your opening hours; the desk gives a person and confirms.
desk_branches-live = Live
desk_branches-live_text = People see free times and names, and the time is theirs at once.
desk_branches-choose = Branches
desk_branches-sections = Sections
desk_branches-booking = How visits are booked
desk_branches-booking_text = What customers may do themselves.
desk_branches-mode = How visits are booked
desk_branches-nothing_overlaps = Nothing stands in the way of going live: no visits overlap, and everybody has working hours.
desk_branches-overlaps = { $count ->
    [one] { $count } visit to come overlaps another one of the same person. Settle it before the branch goes live:
   *[other] { $count } visits to come overlap others of the same person. Settle them before the branch goes live:
 }
# Arguments: $count, $names
desk_branches-without_shifts = { $count ->
    [one] { $names } has no working hours, and cannot be booked live.
   *[other] { $count } people have no working hours, and cannot be booked live: { $names }
 }
desk_branches-hours = Opening hours
desk_branches-hours_text = Customers can ask for times inside these. Holidays stand in the schedule.
desk_branches-rules = Counter rules
desk_branches-rules_text = What holds for cancelling, holding a time, discounts and bills.
desk_branches-cancel_window = Cancel until
desk_branches-cancel_window_name = The time to cancel
desk_branches-cancel_window_hint = Before the visit. Empty: at any time
desk_branches-hold = Hold a time for
desk_branches-hold_name = The time to hold
desk_branches-max_pending = Open requests
desk_branches-max_pending_name = The number of open requests
desk_branches-max_pending_hint = Of one customer. Empty: any number
desk_branches-requests_unit = at most
desk_branches-desk_discount = Discount by the desk
desk_branches-membership_terms = The desk sells memberships
desk_branches-terms_any = on any terms
desk_branches-terms_tier = on the terms of their tier
desk_branches-round_invoices = Totals of bills
desk_branches-round_none = to the paisa
desk_branches-round_rupee = to the rupee
desk_branches-place = Name and address
desk_branches-place_text = On the customer pages, on invoices and for directions.
desk_branches-name = Name
desk_branches-code = Code
desk_branches-code_hint = Part of booking and invoice numbers
desk_branches-not_a_code = Code must be 2 to 4 letters or digits, such as BLR
desk_branches-number = Number
desk_branches-address = Address
desk_branches-phone = Phone
desk_branches-not_a_phone = Phone must be an Indian number of 10 digits, a mobile or a landline with its area code
desk_branches-status = State
desk_branches-make_primary = Make it the first branch
desk_branches-upi = UPI
desk_branches-upi_text = For the code on the checkout screen.
desk_branches-upi_id = UPI id
desk_branches-not_a_upi_id = UPI id must be written name@bank
desk_branches-upi_name = Name in the app
desk_branches-upi_name_hint = Empty: the name of the branch
desk_branches-test_code = Scan this code and pay one rupee: it must arrive in your account.
desk_branches-gst = GST
desk_branches-gst_text = Printed on every invoice of this branch.
desk_branches-gst_registered = Registered for GST
desk_branches-gstin = GSTIN
desk_branches-look = Look
desk_branches-look_text = The colour and the logo of the first branch are those of the pages; each branch has its own on its invoices.
desk_branches-colour = Colour
desk_branches-colour_hint = Such as #8a2f5c
desk_branches-not_a_colour = Colour must be written #8a2f5c
# Arguments: $colour, $white, $paper
desk_branches-contrasts = { $colour }: { $white } : 1 with white, { $paper } : 1 on paper. Below 4.5, pages darken it for text.
desk_branches-logo = Logo
desk_branches-save = Save the branch

## Desk team

desk_team-people = { $count ->
    [one] { $count } person can be booked
   *[other] { $count } people can be booked
 }
desk_team-empty = Nobody can be booked yet.
desk_team-former = No longer booked
desk_team-works = works { $days }
desk_team-works_never = without working hours
desk_team-invited = Invited, not here yet
desk_team-link_until = The invitation ends on { $day }
desk_team-invite = Invite somebody
desk_team-add = Add from users
desk_team-new_member = Somebody who can be booked
desk_team-user = Person
desk_team-user_hint = Of those with a role in the team. An owner invites others.
desk_team-choose = Choose
desk_team-display_name = Name
desk_team-display_name_hint = As customers read it
desk_team-branch = Branch
desk_team-works_in = Works in
desk_team-can_be_booked = Can be booked
desk_team-picture = Picture
desk_team-week = Working hours
desk_team-calendar = Calendar of today
desk_team-access = Access
desk_team-save = Save

## Desk schedule

# Arguments: $days, $count
desk_schedule-about_week = { $count ->
    [one] { $days }, { $count } shift
   *[other] { $days }, { $count } shifts
 }
desk_schedule-before = The week before
desk_schedule-this_week = This week
desk_schedule-after = The week after
desk_schedule-holidays = Holidays
desk_schedule-block_time = Block time
desk_schedule-table = The week, person by day
desk_schedule-who = Person
desk_schedule-sum = Week
desk_schedule-booked = { $time } booked
desk_schedule-empty = Nobody can be booked at this branch yet.
desk_schedule-add_somebody = Add somebody
desk_schedule-off = Off
desk_schedule-leave = Leave
desk_schedule-leave_asked = Leave asked
desk_schedule-closed = Closed
desk_schedule-blocked = Blocked
# Arguments: $reason, $time
desk_schedule-block = { $reason }, { $time }
desk_schedule-holiday = Holiday
# Arguments: $day, $name, $count
desk_schedule-closed_with_visits = { $count ->
    [one] Closed on { $day }: { $name }. { $count } visit still stands on that day.
   *[other] Closed on { $day }: { $name }. { $count } visits still stand on that day.
 }
desk_schedule-move_them = Move them on the board
desk_schedule-move_visit = Move
desk_schedule-floor = At work
# Arguments: $count, $left
desk_schedule-floor_if_leave = { NUMBER($count) }, { NUMBER($left) } if leave
desk_schedule-waiting = Leave to answer
desk_schedule-nothing_waits = Nobody waits for an answer.
desk_schedule-sooner_leave = Leave that begins sooner
desk_schedule-later_leave = Leave that begins later
desk_schedule-asked = asked { $day }
# Arguments: $branch, $day
desk_schedule-asked_at = { $branch }, asked { $day }
desk_schedule-no_visits = No visit is booked with them then.
desk_schedule-visits_booked = { $count ->
    [one] { $count } visit is booked with them then.
   *[other] { $count } visits are booked with them then.
 }
desk_schedule-choose_who = Choose who takes the visits
desk_schedule-give = Give leave
desk_schedule-give_and_move = Give leave, move { NUMBER($count) }
desk_schedule-decline = Decline
desk_schedule-answer = Answer
desk_schedule-leave_of = Leave of { $name }
desk_schedule-given_by = Given by { $name }
desk_schedule-declined_by = Declined by { $name }
desk_schedule-who_takes = Who takes the visit
desk_schedule-who_takes_visit = Who takes { $name }
# Arguments: $name, $availability
desk_schedule-person_and = { $name }, { $availability }
# Arguments: $service, $name
desk_schedule-service_of = { $service } with { $name }
desk_schedule-takes_all = Others have services in this visit too. Whoever takes it takes them all.
desk_schedule-stays = Not moved yet
desk_schedule-nobody_free = nobody is free
desk_schedule-more_visits = { $count ->
    [one] { $count } more visit is listed once these are moved.
   *[other] { $count } more visits are listed once these are moved.
 }
desk_schedule-moves_text = Visits that are not moved stay with them. Move them afterwards, or to another day, on the page of the visit.
desk_schedule-back = Back to the schedule
desk_schedule-week_of = Working hours of { $name }
desk_schedule-every_week = These hours come again every week. Visits outside them stay where they are; the board shows them.
desk_schedule-from = { $day }, from
desk_schedule-until = { $day }, until
desk_schedule-break_from = { $day }, break from
desk_schedule-break_until = { $day }, break until
desk_schedule-to = to
desk_schedule-add_break = Break
desk_schedule-add_shift = Second shift
desk_schedule-overlaps_shift = { $field } lies in another shift of the day
desk_schedule-outside_shift = { $field } must lie within the shift
desk_schedule-overlaps_break = { $field } lies in another break
# Arguments: $hours, $breaks
desk_schedule-hours_and_breaks = { $hours }, breaks { $breaks }
desk_schedule-same_week = Same week for
desk_schedule-same_week_text = Their whole week is replaced.
desk_schedule-save = Save the working hours
desk_schedule-branch = Branch
desk_schedule-day = Day
desk_schedule-name = Name
desk_schedule-name_hint = Such as Republic Day
desk_schedule-holidays_text = Customers cannot book on these days. Visits that are booked already stay: move them on the board.
desk_schedule-coming = From today on
desk_schedule-earlier_holidays = Earlier holidays
desk_schedule-later_holidays = Later holidays
desk_schedule-no_holidays = No holiday is entered.
# Arguments: $name, $branch
desk_schedule-holiday_at = { $name }, { $branch }
desk_schedule-visits_to_move = { $count ->
    [one] { $count } visit to move
   *[other] { $count } visits to move
 }
desk_schedule-remove = Remove
desk_schedule-remove_of = Remove the holiday on { $day }
desk_schedule-new_holiday = New holiday
desk_schedule-add_holiday = Add the holiday

## Desk users

desk_users-search = Name or e-mail
desk_users-find = Find
desk_users-role = Role
desk_users-every_role = every role
desk_users-nobody = Nobody is found.
desk_users-show_team = Show the team
desk_users-invited = Invited
desk_users-invitation_lapsed = Invitation lapsed
desk_users-pages = Pages
desk_users-previous = Before
desk_users-next = Further
desk_users-invite = Invite
desk_users-invite_title = Invite somebody
desk_users-invite_text = They get an e-mail, and have the role from their first sign-in with this address on. The invitation is good for 14 days.
desk_users-invite_unmailed = They have the role from their first sign-in with this address on. The invitation is good for 14 days.
desk_users-tell_them = No e-mail is set up here, so nobody hears of an invitation by itself. Please tell people to sign in at { $address }
desk_users-name = Name
desk_users-email = E-mail
desk_users-last_sign_in = Last sign-in
desk_users-never = never
desk_users-invited_until = Invited until
desk_users-above = This person’s role is above yours.
desk_users-role_legend = What may they do?
desk_users-about_customer = Books for themselves, and does not see the desk
desk_users-about_staff = Their own day and leave; customers can book them
desk_users-about_receptionist = Board, requests, checkout, customers
desk_users-about_manager = All that, and reports, schedule, prices, offers
desk_users-about_owner = All that, and branches, people and the salon
desk_users-about_developer = All that, and the log and the integrations
desk_users-send_invitation = Send the invitation
desk_users-save_role = Save the role
desk_users-sign_out = Sign out everywhere
desk_users-withdraw = Withdraw the invitation

## Desk tiers

desk_tiers-tier = Tier
desk_tiers-new_tier = New tier
desk_tiers-empty = There is no tier yet. What the desk sells as a membership is one.
desk_tiers-off = Off
desk_tiers-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
 }
desk_tiers-on_sale = On sale
desk_tiers-name = Name
desk_tiers-description = In one line
desk_tiers-description_name = Description
desk_tiers-hours = Hours
desk_tiers-not_hours = Hours must be written like 10, 2.5 or 1:40
desk_tiers-hours_unit = h
desk_tiers-price = Price with GST
desk_tiers-validity = Valid for
desk_tiers-validity_name = Validity
desk_tiers-days_unit = days
desk_tiers-kept_terms = Memberships that are sold keep their terms.
desk_tiers-save = Save the tier

## Desk tags

desk_tags-tag = Tag
desk_tags-new_tag = New tag
desk_tags-empty = There is no tag yet. The desk puts tags on customers.
desk_tags-name = Name
desk_tags-colour = Colour
desk_tags-description = Description
desk_tags-save = Save the tag

## Desk log

desk_logs-today = Today
desk_logs-last_days = 7 days
desk_logs-all_days = All days
desk_logs-period = Days
desk_logs-person = Who
desk_logs-everyone = Everyone
desk_logs-kind = Kind
desk_logs-every_kind = Every kind
desk_logs-action = What was done
desk_logs-every_action = Everything that was done
desk_logs-somebody = Somebody
desk_logs-request = Request id
desk_logs-show = Show
desk_logs-only_some = Only entries of one record or request.
desk_logs-everything = Show everything
desk_logs-count = { $count ->
    [one] 1 entry. Nothing here can be changed.
   *[other] { $count } entries. Nothing here can be changed.
 }
desk_logs-entries = Entries
desk_logs-none = Nothing was changed in these days.
desk_logs-field = Field
desk_logs-before = Before
desk_logs-after = After
desk_logs-nothing = –
desk_logs-yes = Yes
desk_logs-no = No
desk_logs-more_fields = { $count ->
    [one] and 1 more field
   *[other] and { $count } more fields
 }
# Arguments: $kind, $name
desk_logs-named_record = { $kind } { $name }
# Arguments: $who, $record, $action
desk_logs-unknown_action = { $who } changed { $record } in a way that this version does not know: { $action }
desk_logs-details = Where from
desk_logs-of_record = All about this record
desk_logs-by_parlour = Parlour
desk_logs-by_command = Somebody at the server
desk_logs-by_nobody = Somebody who is not signed in
desk_logs-from_admin = Desk
desk_logs-from_customer = Customer app
desk_logs-from_job = A job of Parlour
desk_logs-from_command = A command at the server
desk_logs-from_elsewhere = Elsewhere
desk_logs-newer = Newer
desk_logs-older = Older

## Log: who did what to which record

# Arguments: $who, $record
log_action-accepted = { $who } accepted { $record }
# Arguments: $who, $record
log_action-accepted_the_invitation_as = { $who } accepted the invitation as { $record }
# Arguments: $who, $record
log_action-accepted_the_other_time_of = { $who } accepted the other time of { $record }
# Arguments: $who, $record
log_action-added = { $who } added { $record }
# Arguments: $who, $record
log_action-approved = { $who } approved { $record }
# Arguments: $who, $record
log_action-asked_for = { $who } asked for { $record }
log_action-asked_for_something_above_their_role = { $who } asked for something above their role
log_action-asked_for_something_that_is_not_allowed = { $who } asked for something that is not allowed
# Arguments: $who, $record
log_action-began = { $who } began { $record }
# Arguments: $who, $record
log_action-blocked_time_of = { $who } blocked time of { $record }
# Arguments: $who, $record
log_action-booked = { $who } booked { $record }
log_action-came_back_from_the_sign_in_with_a_wrong_answer = { $who } came back from the sign-in with a wrong answer
log_action-came_back_from_the_sign_in_without_its_cookie = { $who } came back from the sign-in without its cookie
log_action-came_with_a_session_that_is_over = { $who } came with a session that is over
# Arguments: $who, $record
log_action-cancelled = { $who } cancelled { $record }
# Arguments: $who, $record
log_action-captured = { $who } captured { $record }
# Arguments: $who, $record
log_action-changed = { $who } changed { $record }
# Arguments: $who, $record
log_action-changed_the_contact_details_of = { $who } changed the contact details of { $record }
# Arguments: $who, $record
log_action-changed_the_language_of = { $who } changed the language of { $record }
# Arguments: $who, $record
log_action-changed_the_no_show_record_of = { $who } changed the no-show record of { $record }
# Arguments: $who, $record
log_action-changed_the_role_of = { $who } changed the role of { $record }
# Arguments: $who, $record
log_action-changed_the_services_asked_for_in = { $who } changed the services asked for in { $record }
# Arguments: $who, $record
log_action-changed_the_services_of = { $who } changed the services of { $record }
# Arguments: $who, $record
log_action-changed_the_week_of = { $who } changed the week of { $record }
# Arguments: $who, $record
log_action-checked_out = { $who } checked out { $record }
log_action-closed_the_day = { $who } closed the day
# Arguments: $who, $record
log_action-corrected_the_payments_of = { $who } corrected the payments of { $record }
# Arguments: $who, $record
log_action-counted_a_no_show_of = { $who } counted a no-show of { $record }
# Arguments: $who, $record
log_action-created = { $who } created { $record }
# Arguments: $who, $record
log_action-credited = { $who } credited { $record }
# Arguments: $who, $record
log_action-declined = { $who } declined { $record }
# Arguments: $who, $record
log_action-declined_the_other_time_of = { $who } declined the other time of { $record }
# Arguments: $who, $record
log_action-deleted = { $who } deleted { $record }
# Arguments: $who, $record
log_action-ended = { $who } ended { $record }
# Arguments: $who, $record
log_action-ended_all_sessions_of = { $who } ended all sessions of { $record }
# Arguments: $who, $record
log_action-erased_the_personal_data_of = { $who } erased the personal data of { $record }
# Arguments: $who, $record
log_action-filled_in = { $who } filled in { $record }
# Arguments: $who, $record
log_action-filled_with_made_up_data = { $who } filled { $record } with made-up data
# Arguments: $who, $record
log_action-finished = { $who } finished { $record }
# Arguments: $who, $record
log_action-gave_back_blocked_time_of = { $who } gave back blocked time of { $record }
# Arguments: $who, $record
log_action-gave_to_somebody = { $who } gave { $record } to somebody
# Arguments: $who, $record
log_action-imported = { $who } imported { $record }
log_action-imported_a_file = { $who } imported a file
# Arguments: $who, $record
log_action-invited = { $who } invited { $record }
# Arguments: $who, $record
log_action-issued = { $who } issued { $record }
# Arguments: $who, $record
log_action-left_out_a_step_of = { $who } left out a step of { $record }
# Arguments: $who, $record
log_action-let_expire = { $who } let { $record } expire
# Arguments: $who, $record
log_action-let_the_invitation_lapse_of = { $who } let the invitation of { $record } lapse
# Arguments: $who, $record
log_action-linked_a_sign_in_to = { $who } linked a sign-in to { $record }
# Arguments: $who, $record
log_action-made_an_address_of = { $who } made an address of { $record }
# Arguments: $who, $record
log_action-marked_as_a_no_show = { $who } marked { $record } as a no-show
# Arguments: $who, $record
log_action-marked_as_arrived = { $who } marked { $record } as arrived
# Arguments: $who, $record
log_action-merged_into_one = { $who } merged { $record } into one
# Arguments: $who, $record
log_action-moved = { $who } moved { $record }
# Arguments: $who, $record
log_action-moved_on = { $who } moved { $record } on
# Arguments: $who, $record
log_action-moved_to_another_time = { $who } moved { $record } to another time
# Arguments: $who, $record
log_action-offered_another_time_for = { $who } offered another time for { $record }
# Arguments: $who, $record
log_action-opened = { $who } opened { $record }
log_action-opened_a_link_that_is_not_valid = { $who } opened a link that is not valid
# Arguments: $who, $record
log_action-opened_again = { $who } opened { $record } again
log_action-opened_the_day_again = { $who } opened the day again
# Arguments: $who, $record
log_action-put_a_tag_on = { $who } put a tag on { $record }
# Arguments: $who, $record
log_action-recorded = { $who } recorded { $record }
# Arguments: $who, $record
log_action-recorded_a_session_of = { $who } recorded a session of { $record }
# Arguments: $who, $record
log_action-recorded_as_a_membership_session = { $who } recorded { $record } as a membership session
# Arguments: $who, $record
log_action-removed = { $who } removed { $record }
# Arguments: $who, $record
log_action-reversed_a_session_of = { $who } reversed a session of { $record }
# Arguments: $who, $record
log_action-reversed_the_membership_session_of = { $who } reversed the membership session of { $record }
# Arguments: $who, $record
log_action-said_that_the_staff_are_done_with = { $who } said that the staff are done with { $record }
# Arguments: $who, $record
log_action-said_that_the_staff_go_on_with = { $who } said that the staff go on with { $record }
log_action-sent_a_form_from_another_site = { $who } sent a form from another site
log_action-sent_a_job_with_a_wrong_signature = { $who } sent a job with a wrong signature
# Arguments: $who, $record
log_action-sent_by_e_mail = { $who } sent { $record } by e-mail
log_action-signed_in = { $who } signed in
log_action-signed_in_with_an_address_of_somebody_else = { $who } signed in with an address of somebody else
log_action-signed_out = { $who } signed out
# Arguments: $who, $record
log_action-sold = { $who } sold { $record }
# Arguments: $who, $record
log_action-started = { $who } started { $record }
# Arguments: $who, $record
log_action-switched_off_the_address_of = { $who } switched off the address of { $record }
# Arguments: $who, $record
log_action-tested = { $who } tested { $record }
# Arguments: $who, $record
log_action-took_a_tag_off = { $who } took a tag off { $record }
# Arguments: $who, $record
log_action-took_back_a_no_show_of = { $who } took back a no-show of { $record }
# Arguments: $who, $record
log_action-took_back_the_last_act_on = { $who } took back the last act on { $record }
# Arguments: $who, $record
log_action-tried_again = { $who } tried { $record } again
# Arguments: $who, $record
log_action-turned_into_a_booking = { $who } turned { $record } into a booking
# Arguments: $who, $record
log_action-voided = { $who } voided { $record }
# Arguments: $who, $record
log_action-withdrew = { $who } withdrew { $record }
# Arguments: $who, $record
log_action-withdrew_the_invitation_of = { $who } withdrew the invitation of { $record }
# Arguments: $who, $record
log_action-wrote = { $who } wrote { $record }
# Arguments: $who, $record
log_action-wrote_a_note_about = { $who } wrote a note about { $record }

## Log: kinds of records

log_record-block = blocked time
log_record-booking = visit
log_record-branch = branch
log_record-calendar = calendar
log_record-cash_movement = cash movement
log_record-category = category
log_record-clock = clock
log_record-customer = customer
log_record-customer_note = note
log_record-day_close = day close
log_record-export = export
log_record-gems = gems
log_record-holiday = holiday
log_record-import = import
log_record-integration = integration
log_record-invoice = invoice
log_record-lead = lead
log_record-leave = leave
log_record-membership = membership
log_record-offer = offer
log_record-other = record
log_record-profile = profile
log_record-push_subscription = messages of a browser
log_record-refusal = refusal
log_record-salon = salon
log_record-service = service
log_record-session = session
log_record-setup = first steps
log_record-staff = staff member
log_record-tag = tag
log_record-tier = tier
log_record-user = user
log_record-work = work

## Log: names of fields, as on the forms

log_field-about = About the salon
log_field-about_hi = About the salon in Hindi
log_field-acquisition_source = How they found us
log_field-address = Address
log_field-amount_paise = Amount
log_field-appointment_reminders_enabled = Reminders of visits
log_field-arrived_at = Arrived
log_field-assigned_to = Looked after by
log_field-attempts = Attempts
log_field-author_id = Written by
log_field-availability_mode = Free times
log_field-balance = Balance
log_field-billing_address = Billing address
log_field-body = Text
log_field-booking_date = Day
log_field-booking_id = Booking
log_field-booking_number = Booking number
log_field-booking_requires_approval = Bookings need approval
log_field-branch_id = Branch
log_field-brand_colour = Colour
log_field-breaks = Breaks
log_field-buffer_minutes = Tidy up after
log_field-cancel_window_minutes = Cancelling until
log_field-cancellation_reason = Why cancelled
log_field-cancelled_at = Cancelled
log_field-carries_tax = With tax
log_field-category_id = Category
log_field-cgst_paise = CGST
log_field-closed_at = Closed
log_field-closed_by = Closed by
log_field-closes_at = Closes
log_field-code = Code
log_field-combo_price_paise = Price together
log_field-completed_at = Completed
log_field-confirmed_at = Confirmed
log_field-consecutive_completed_bookings = Visits kept in a row
log_field-counted_cash_paise = Counted cash
log_field-created_by = Made by
log_field-credit_date = Date of the credit note
log_field-credit_note = Credit note
log_field-credit_note_number = Credit note
log_field-credited_paise = Credited
log_field-customer_gstin = Customer’s GSTIN
log_field-customer_id = Customer
log_field-date_of_birth = Date of birth
log_field-decided_at = Decided
log_field-decided_by = Decided by
log_field-default_hours_minutes = Hours
log_field-default_price_paise = Price
log_field-default_validity_days = Validity in days
log_field-description = Description
log_field-description_hi = Description in Hindi
log_field-desk_discount_percent = Discount at the desk
log_field-desk_membership_terms = Membership terms at the desk
log_field-difference_paise = Difference
log_field-discount_amount_paise = Off the price
log_field-discount_paise = Discount
log_field-discount_reason = Reason for the discount
log_field-discounted_by = Discount by
log_field-display_name = Name
log_field-display_order = Place in the list
log_field-due_at = Due
log_field-duration_minutes = Minutes
log_field-email = E-mail
log_field-email_verified = E-mail checked
log_field-end_date = Last day
log_field-end_time = Ends
log_field-expected_cash_paise = Expected cash
log_field-finished_at = Done by the staff
log_field-first_visit_at = First visit
log_field-footer = Footer
log_field-gems_amount = Gems
log_field-gems_catalogue_order = Place in the list of gems
log_field-gems_earned = Gems earned
log_field-gems_given_back = Gems given back
log_field-gems_redeemable = Can be paid with gems
log_field-gems_redeemed = Gems redeemed
log_field-gems_required = Gems needed
log_field-gems_taken_back = Gems taken back
log_field-gender = Gender
log_field-gst_amount_paise = GST
log_field-gst_rate_basis_points = GST rate
log_field-gst_registered = Registered for GST
log_field-gstin = GSTIN
log_field-guest_name = Guest
log_field-hold_minutes = Kept free for
log_field-hours = Opening hours
log_field-image = Picture
log_field-image_url = Picture
log_field-invitation_expires_at = Invited until
log_field-invited_at = Invited
log_field-invoice_date = Day of the invoice
log_field-invoice_footer = Below invoices
log_field-invoice_id = Invoice
log_field-invoice_number = Invoice number
log_field-invoice_type = Kind of invoice
log_field-is_active = In use
log_field-is_last = Last one
log_field-is_membership_session = Membership session
log_field-is_primary = Main branch
log_field-is_walkin = Walk-in
log_field-kind = Kind
log_field-language = Language
log_field-last_contacted_at = Last contact
log_field-last_error = What it said
log_field-last_sign_in_at = Last sign-in
log_field-last_visit_at = Last visit
log_field-late_cancellation_count = Late cancellations
log_field-legal_name = Name on invoices
log_field-lines = Lines
log_field-logo = Logo
log_field-mapping = Columns
log_field-marketing_consent = May get offers
log_field-marketing_consent_at = Agreed to offers
log_field-max_pending_per_customer = Open requests per customer
log_field-membership_alerts_enabled = News of the membership
log_field-membership_number = Membership number
log_field-method = Paid by
log_field-name_hi = Name in Hindi
log_field-noshow_count = No-shows
log_field-note = Note
log_field-notes = Wish
log_field-number = Number
log_field-offer_id = Offer
log_field-offer_name = Offer
log_field-offer_type = Kind of offer
log_field-offered_time = Offered time
log_field-ok = Works
log_field-onboarded = Has given their details
log_field-opening_float_paise = Float
log_field-opens_at = Opens
log_field-origin = Where from
log_field-paid_at = Paid at
log_field-parked_at = Given up
log_field-payment_status = Payment
log_field-payments = Payments
log_field-phone = Phone
log_field-pinned_note = Important note
log_field-price_paid_paise = Paid
log_field-reason = Reason
log_field-recorded_at = Recorded
log_field-redeemed_value_paise = Paid with gems
log_field-reference = Reference
log_field-refunds = Refunds
log_field-rejected_at = Declined
log_field-rejection_reason = Why declined
log_field-reopen_reason = Why opened again
log_field-reopened_at = Opened again
log_field-reopened_by = Opened again by
log_field-reschedule_count = Moved so often
log_field-role = Role
log_field-round_invoices = Rounding
log_field-route = Address asked for
log_field-rows = Rows
log_field-sac = SAC
log_field-service_id = Service
log_field-service_type = Salon or spa
log_field-services = Services
log_field-sgst_paise = SGST
log_field-shifts = Working hours
log_field-slug = Name in addresses
log_field-source = Source
log_field-spa_membership_id = Membership
log_field-staff_id = Person
log_field-start_date = First day
log_field-start_time = Begins
log_field-status = Status
log_field-subject = About
log_field-subtotal_paise = Sum before discount
log_field-tags = Tags
log_field-taxable_value_paise = Taxable value
log_field-terms = Terms
log_field-tier_id = Tier
log_field-tier_name = Tier
log_field-title = Title
log_field-total_amount_paise = Total
log_field-total_duration_minutes = Length
log_field-total_earned = Gems earned so far
log_field-total_redeemed = Gems redeemed so far
log_field-total_spent_paise = Spent so far
log_field-total_visits = Visits so far
log_field-upi_id = UPI id
log_field-upi_name = Name for UPI
log_field-used_hours_minutes = Hours used
log_field-user_id = User
log_field-voided_at = Void since
log_field-website = Website
log_field-weekday = Weekday
log_field-wished_staff_gender = Wished for
log_field-without_entry = Without an entry

## Log: choices that no form has

log_choice-not_paid = Not paid
log_choice-paid = Paid
log_choice-refunded = Refunded

## What the jobs of the queue do

job_name-appointment_reminders = Reminders of visits
job_name-membership_expiry = Notices that memberships end
job_name-birthday_emails = E-mails for birthdays
job_name-lead_followups = Reminders of leads
job_name-gems_expiry_reminder = Reminders that gems end
job_name-membership_usage_nudges = Reminders of unused hours
job_name-daily_sales_report = Daily report
job_name-weekly_report = Weekly report
job_name-nightly_sales_summary = Sums of the day
job_name-membership_auto_expire = End of memberships
job_name-offer_auto_expire = End of offers
job_name-gems_auto_expire = End of gems
job_name-session_cleanup = Old sessions
job_name-monthly_gst_summary = Monthly GST summary
job_name-post_service_followup = Question after a visit
job_name-stale_booking_alert = Notice of an unanswered request
job_name-noshow_check = Visits that nobody came to
job_name-membership_expired_notice = Notice that a membership has ended
job_name-invoice_pdf = Invoice as PDF
job_name-noshow_escalation = No-shows in the profile
job_name-retention = Deletion of old data
job_name-apply_import = Import of a file
job_name-make_export = Export
job_name-delete_file = Deletion of a file

## Desk integrations

# Arguments: $version, $uptime
desk_integrations-about = Version { $version }, up for { $uptime }. All branches.
desk_integrations-days = { $count ->
    [one] 1 day
   *[other] { $count } days
 }
desk_integrations-refuses_changes = Nothing can be saved: { $reason }.
desk_integrations-queue_is_late = Work has been due for { $time }, and nobody does it.
desk_integrations-works = Works
desk_integrations-needs_you = Needs you
desk_integrations-not_used = Not used yet
desk_integrations-not_tested = Not tested yet
desk_integrations-not_set_up = Not set up
desk_integrations-never = never
desk_integrations-last_success = Last success
desk_integrations-last_error = Last error
desk_integrations-last_good_test = Last test that worked
desk_integrations-last_failed_test = Last test that failed
desk_integrations-parked = Given up
desk_integrations-setting = The setting { $name } sets it up.
desk_integrations-test = Test now
desk_integrations-test_of = Test now: { $name }
desk_integrations-database = Database
desk_integrations-read_replica = Database for reading
desk_integrations-storage = Files
desk_integrations-redis = Shared limits (Redis)
desk_integrations-sign_in = Sign-in
desk_integrations-queue = Queue of work
desk_integrations-realtime = Live messages
desk_integrations-push = Push messages
desk_integrations-mail = E-mail
desk_integrations-chat = Team chat
desk_integrations-invoicing = Invoices as PDF
desk_integrations-parked_title = Work that was given up
desk_integrations-work = Work
desk_integrations-since = Since
desk_integrations-tried_title = Tried
desk_integrations-tried = { $count ->
    [one] once
   *[other] { $count } times
 }
desk_integrations-said = What it said
desk_integrations-retry = Try again
desk_integrations-retry_of = Try again: { $name }
desk_integrations-unknown_work = Work of another version: { $name }
desk_integrations-more_parked = { $count ->
    [one] 1 more is not shown.
   *[other] { $count } more are not shown.
 }
desk_integrations-not_parked = This work is not given up any more.
desk_integrations-already_queued = The same work waits to be done already.

## Import columns: what the columns of a file hold

import_column-name = Name, of a person or a service
import_column-phone = Phone number, with or without +91
import_column-email = E-mail address
import_column-gender = female, male or other
import_column-date_of_birth = Date of birth
import_column-service_type = salon or spa
import_column-category = Name of the category
import_column-duration_minutes = Length in minutes
import_column-price = Price in rupees, GST included
import_column-description = What customers read about it
import_column-name_hi = Name in Hindi
import_column-description_hi = What customers who read Hindi read about it
import_column-buffer_minutes = Minutes to tidy up after it
import_column-sac = SAC of the service
import_column-gems_required = Gems that pay for it
import_column-is_active = Whether it is in use: true or false
import_column-service_types = salon, spa or both
import_column-role = What they may do, such as staff or manager
import_column-branch_code = Code of the branch
import_column-date = Day of the visit
import_column-start_time = When the visit began
import_column-services = Names of the services
import_column-customer_source_id = Number of the customer in the other system
import_column-customer_email = E-mail address of the customer
import_column-customer_phone = Phone number of the customer
import_column-customer_name = Name of the customer
import_column-staff = Who did it
import_column-status = How the visit ended, such as completed
import_column-amount = Amount in rupees
import_column-notes = Notes
import_column-wished_staff = Whom the customer asked for
import_column-wished_staff_gender = Whether a woman or a man was asked for
import_column-tier = Name of the membership
import_column-start_date = First day
import_column-last_date = Last day
import_column-total_hours = Hours that it began with
import_column-used_hours = Hours that are used up
import_column-price_paid = Rupees that were paid
import_column-membership_number = Number of the membership
import_column-gems = Gems that they have
import_column-reason = Why they have them
import_column-source_id = Number of the row in the other system

## Desk imports

desk_imports-title = Bring a file over
desk_imports-about = Customers, prices, visits and what is still owed of another system, as a CSV file. Nothing is imported before you have seen what would come of it.
desk_imports-kind = What is in the file?
desk_imports-customers = Customers
desk_imports-services = Services
desk_imports-staff = Team
desk_imports-bookings = Visits
desk_imports-memberships = Memberships
desk_imports-gems = Gems
desk_imports-file = File
desk_imports-file_hint = At most 20 MiB. The first line names the columns.
desk_imports-date_order = Dates such as 04/05/1990
desk_imports-no_such_dates = There are none, or the year comes first
desk_imports-day_first = The day comes first
desk_imports-month_first = The month comes first
desk_imports-columns = Columns
desk_imports-columns_text = Columns with the names below are found by themselves. If your file calls one otherwise, write its name there.
desk_imports-required_column = { $meaning }. Every file has it.
desk_imports-optional_column = { $meaning }.
desk_imports-example = A file may begin like this:
desk_imports-check = Check the file
desk_imports-newest = The last files
desk_imports-checked = Checked
desk_imports-running = Running
desk_imports-done = Done
desk_imports-failed = Broke off
# Arguments: $accepted, $rows
desk_imports-may_be_imported = { NUMBER($accepted) } of { NUMBER($rows) } rows can be imported
# Arguments: $accepted, $rows
desk_imports-were_imported = { NUMBER($accepted) } of { NUMBER($rows) } rows were imported
# Arguments: $done, $rows
desk_imports-progress = { NUMBER($done) } of { NUMBER($rows) } rows gone through
desk_imports-count = { NUMBER($count) }
desk_imports-rows = Rows of the file
desk_imports-accepted = Can be imported
desk_imports-imported = Imported
desk_imports-duplicates = There already, or twice
desk_imports-refused = Refused
desk_imports-leave = You can leave this page: the import goes on, and the list of files leads back.
desk_imports-broke_off = The import broke off. It can go on where it ended.
desk_imports-next = What now?
desk_imports-apply = { $count ->
    [one] Import { $count } row
   *[other] Import { $count } rows
 }
desk_imports-go_on = Go on
desk_imports-again = Send the file again, with other columns
desk_imports-kept_until = The file is kept until { $when }.
desk_imports-deleted = The file is deleted by now. Please send it again.
desk_imports-columns_of_file = Columns of the file
desk_imports-column = Column
desk_imports-holds = Read as
desk_imports-refused_text = Correct these lines in the file and send it again: what is there already is not imported twice. The names of the columns are line 1.
desk_imports-more_refused = The first { NUMBER($count) } are shown.
desk_imports-line = Line
desk_imports-reason = Why
desk_imports-busy = Another file is being checked or imported. Please try again when it is done.
desk_imports-done_already = This file is imported already.
desk_imports-too_large = The file must be at most 20 MiB
desk_imports-no_storage = Files cannot be kept here yet: this installation has no place for them.
# Arguments: $line, $column
desk_imports-ambiguous_date = Line { NUMBER($line) } has a date in { $column } that can be read in two ways. Say what comes first, and choose the file again.
desk_imports-no_column_for = No column is called { $field }. Write the name of the column that holds it, and choose the file again.
desk_imports-several_columns_for = Two columns are called { $field }. Write the name of the right one, and choose the file again.
desk_imports-not_in_file = The file has no column { $column }
desk_imports-twice_in_file = The file has the column { $column } twice
desk_imports-for_two_fields = The column { $column } can hold one field only
desk_imports-too_many_rows = The file has more rows than can be imported at once
# Arguments: $line, $first
desk_imports-gems_twice = Line { NUMBER($line) } is about the same customer as line { NUMBER($first) }. Add their gems up in one line.
desk_imports-unreadable = The file cannot be read as CSV

## Desk exports

desk_exports-title = Everything in one file
desk_exports-about = A ZIP archive with every record of the salon, as tables for a spreadsheet and as JSON. Whoever has it has the data of all customers: keep it safe.
desk_exports-begin = Export everything
desk_exports-leave = It takes a few minutes. You can leave this page meanwhile.
desk_exports-newest = The last exports
desk_exports-running = Being written
desk_exports-done = Ready
desk_exports-deleted = Deleted
desk_exports-failed = Broke off
desk_exports-fetch = Download
desk_exports-kept_until = The file is kept until { $when }.
desk_exports-busy = Another export is being written. Please try again when it is done.
desk_exports-no_storage = Files cannot be kept here yet: this installation has no place for them.

## Weekly hours

weekly_hours-opens = { $day }: opens
weekly_hours-closes = { $day }: closes
weekly_hours-closes_too_early = { $day } must close after it opens
weekly_hours-no_day = The branch must be open on at least one day

## Charts

chart-thousands = { $figure }k
chart-lakhs = { $figure } lakh
chart-crores = { $figure } crore
chart-so_far = { $figure } so far
# Arguments: $figure, $name
chart-at = { $figure }, { $name }

## Today

today-title = Today
today-good_morning = Good morning, { $name }
today-good_afternoon = Good afternoon, { $name }
today-good_evening = Good evening, { $name }
today-sales_report = Sales report
today-services_report = Services report
today-show = Show
today-so_far_title = Today so far
today-so_far = so far
today-taken_so_far = Taken so far
# Arguments: $weekday, $amount
today-last_week = { $amount } on the whole of last { $weekday }
today-visits = Visits
# Arguments: $done, $expected
today-done_of = { NUMBER($done) } of { NUMBER($expected) }
# Arguments: $here, $to_come
today-here_and_to_come = { NUMBER($here) } here now, { NUMBER($to_come) } to come
today-average_bill = Average bill
today-after_credit_notes = after credit notes
today-no_bill = no bill yet
today-noshows = No-shows
today-cancelled = { $count ->
    [0] nothing called off
    [one] { $count } visit called off
   *[other] { $count } visits called off
 }
today-waiting = Waiting for you
today-nothing_waits = Nothing waits. Everybody has an answer.
today-requests = Requests
today-requests_at = Requests at { $branch }
today-leave = Leave to answer
today-not_set_up = Customers cannot book yet: a few steps are open.
today-leads = Leads too long unanswered
today-messages = Messages not delivered
today-how_full = How full we are
# One sentence for each of the next days follows.
today-full_chart = How full the next seven days are.
# Arguments: $weekday, $percent
today-day_full = { $weekday }: { NUMBER($percent) }% booked.
today-day_closed = { $weekday }: nobody works.
today-nearly_full = { $weekday } is nearly full.
# Arguments: $weekday, $hours
today-open_hours = { $hours ->
    [one] { $weekday } has { $hours } open hour.
   *[other] { $weekday } has { $hours } open hours.
 }
today-make_offer = Make an offer
today-days_title = Four weeks
# Arguments: $taken, $before
today-chart = Taken on each of the last 28 days: { $taken }, in the 28 days before { $before }. The figures are in the table below.
today-before = before: { $amount }
today-as_table = As a table
today-day = Day
today-taken = Taken
today-four_weeks_before = Four weeks before
today-closed = closed
today-best = Best of four weeks
today-times = { $count ->
    [one] { $count } time
   *[other] { $count } times
 }
today-nothing_sold = No service was sold in these four weeks.

## Reports

reports-title = Reports
reports-page_title = { $report } · Reports
reports-sales = Sales
reports-services = Services
reports-staff = Team
reports-utilisation = Working time
reports-customers = Customers
reports-leads = Leads
reports-memberships = Memberships
reports-gst = GST
reports-day_close = Day close
reports-period = Period
reports-today = Today
reports-this_week = This week
reports-this_month = This month
reports-this_year = This year
reports-own_days = Other days
reports-all_branches = All branches
reports-show = Show
reports-against = against { $days }
reports-workbook = XLSX
reports-csv = CSV
reports-csv_of = CSV: { $table }
reports-print = Print
reports-working = Working… The figures follow as soon as they are added up.
reports-look_at = Look at { $days }
reports-no_rows = There is nothing in this period.
# Arguments: $shown, $count
reports-first_rows = The first { NUMBER($shown) } of { NUMBER($count) }. The file has all of them.
reports-total = Total
reports-total_less_credits = Total less credit notes
reports-so_far = so far
reports-closed = closed
reports-from_figure = from { $figure }
reports-before_figure = { $figure } before
reports-was = was { $figure }
reports-this_period = this period
reports-period_before = Period before
reports-by_day = Day by day
reports-by_month = Month by month
reports-days = Days
reports-months = Months
reports-day = Day
reports-month = Month
reports-in_detail = In detail
reports-taken = Taken, GST included
reports-taken_short = Taken
reports-bills = Bills
reports-bill_count = { $count ->
    [one] { $count } bill
   *[other] { $count } bills
 }
reports-with_hours = { NUMBER($count) } more with membership hours
reports-average_bill = Average bill
reports-no_bill = no bill in this period
reports-discounts = Taken off
# Arguments: $now, $before
reports-of_the_price = { $now } of the price, was { $before }
reports-discounts_by_hand = Taken off by hand
# Arguments: $total, $days
reports-sales_chart = Taken in this period: { $total }, each bar beside that of { $days }. The figures are in the table below.
reports-nothing_sold = Nothing was sold in this period.
reports-gst_in_it = GST in it
reports-billed = Billed
reports-credited = Credited
reports-credited_notes = { $count ->
    [one] Credited, { $count } note
   *[other] Credited, { $count } notes
 }
reports-credited_amount = { $amount } of it credited
# Arguments: $count, $amount
reports-credited_of = { $count ->
    [0] nothing credited
    [one] { $amount } credited, { $count } time
   *[other] { $amount } credited, { $count } times
 }
reports-credited_times = Times credited
reports-paid_with_gems = Paid with gems
reports-tips = Tips
reports-tips_theirs = Tips, all theirs
reports-how_paid = How people paid
reports-unpaid = Unpaid
reports-hours = Membership hours
reports-no_money = no money
reports-what_for = What it was for
reports-sold_count = { NUMBER($count) } sold
reports-services_done = Services done
reports-best_services = What brought in most
reports-services_chart = The services that brought in most, of { $total } in all. The figures are in the table below.
reports-service = Service
reports-category = Category
reports-times = Times
reports-revenue = Revenue
reports-share = Share
reports-net = Less credits
reports-services_note = Memberships are not in here. What gems or hours paid for counts as done, with no revenue.
reports-who = Who
reports-visits = Visits
reports-earned = Earned with services
reports-average_per_visit = Each visit
reports-nobody_named = Nobody named
reports-hours_booked = Time booked
# Arguments: $booked, $rostered, $before
reports-hours_of = { $booked } of { $rostered } hours, was { $before }
reports-rostered = Working time
reports-booked = Booked
reports-booked_chart = How much of the working time of each is booked: { $percent } of all together. The figures are in the table below.
reports-booked_time = Booked time
reports-staff_note = Memberships sold are not in here. Working time is that of the shifts of today, without breaks, leave, holidays and blocked times.
reports-utilisation_note = The weekly shifts of today count for every day, without breaks, leave, holidays and blocked times.
reports-new_customers = New
reports-returning = Came before
reports-lapsed = No longer come
# Arguments: $percent, $known
reports-of_known = { $percent } of { $known } who ever came, not in the last 90 days
# Arguments: $customers, $new
reports-customers_chart = Customers by month: { $customers } in this period, of whom { $new } are new. The figures are in the table below.
reports-came_again = Came again
reports-retention = Of all
reports-customers_note = A visit counts on the day of its invoice. Who came again did so within 90 days of the first visit of the month.
reports-came_in = New
reports-contacted = Called
reports-followed_up = Called again
reports-booked_leads = Booked
reports-won = Came
reports-lost = Lost
reports-lost_count = { NUMBER($count) } lost
reports-funnel = From first word to first visit
reports-of_step_before = { $percent } of those before
reports-conversion = Booked of all
reports-brought_in = Brought in
reports-first_call = First call after
reports-on_average = { $time } on average
reports-first_calls = How soon they were called
reports-within_hour = Within an hour
reports-within_four_hours = Within four hours
reports-within_day = Within a day
reports-later = Later
reports-not_yet = Not yet
reports-day_count = { $count ->
    [one] { $count } day
   *[other] { $count } days
 }
reports-campaign = Campaign
reports-campaigns = Campaigns
reports-no_campaign = No campaign
reports-source = Source
reports-sources = Sources
reports-medium = Medium
reports-leads_note = Leads of this period and what became of them so far. They belong to no branch: only what they brought in is that of the branch.
reports-sold = Sold
reports-sold_times = Number
reports-hours_sold = Hours sold
reports-hours_by_tier = Hours sold and used
# Arguments: $sold, $used
reports-memberships_chart = Hours by tier: { $sold } sold in this period, { $used } used. The figures are in the table below.
reports-hours_used = Hours used
reports-session_count = { $count ->
    [one] { $count } visit
   *[other] { $count } visits
 }
reports-sessions = Visits with hours
reports-owed = Still owed
# Arguments: $time, $count
reports-owed_by = { $count ->
    [one] { $time } of { $count } membership
   *[other] { $time } of { $count } memberships
 }
reports-tier = Tier
reports-tiers = Tiers
reports-active_at_end = Active at the end
reports-hours_owed = Hours owed
reports-memberships_note = What is owed is what the unused hours cost, at the end of the last day.
reports-taxable = Taxable value
reports-tax = GST
# Arguments: $cgst, $sgst
reports-halves = CGST { $cgst }, SGST { $sgst }
reports-net_tax = GST less credits
reports-gst_chart = GST less credits month by month: { $total } in this period. The figures are in the table of months below.
reports-rates = By code and rate
reports-sac = SAC
reports-rate = Rate
reports-invoices = Invoices
reports-credit_notes = Credit notes
reports-cgst = CGST
reports-sgst = SGST
reports-credited_taxable = Credited value
reports-credited_tax = Credited GST
reports-businesses = Customers with a GSTIN
reports-number = Number
reports-customer = Customer
reports-gstin = GSTIN
reports-place_of_supply = Place of supply
reports-rounding = Rounding
reports-for_invoice = for { $number }
reports-documents = Numbers used
reports-series = Series
reports-series_invoice = Invoices
reports-series_credit_note = Credit notes
reports-series_session = Session slips
reports-financial_year = Financial year
reports-first = First
reports-last = Last
reports-count = Number
reports-voided = Void
reports-gst_note = Credit notes count on their own days. Rounding is not taxed and is not in the first table.
reports-paid = Paid
reports-given_back = Given back
reports-given_back_of = { $amount } given back
reports-difference = Difference
reports-books_agree = bills and payments agree
reports-books_differ = bills and payments do not agree
reports-methods = Payment methods
reports-method = Method
reports-unpaid_bills = Unpaid bills
reports-cash = Cash
reports-cash_payments = Payments
reports-cash_tips = Tips
reports-cash_refunds = Given back
reports-cash_movements = Put in and taken out
reports-cash_change = Change of the cash
reports-closed_days = Closed days
reports-by_whom = By
reports-float = Float
reports-expected = Expected
reports-counted = Counted
reports-note = Note
reports-amount = Amount
reports-reason = Reason
reports-day_close_note = An invoice that was paid by two methods counts once in the total.

## Search

search-title = Search
search-label = Customers, bookings, invoices, leads and pages
search-hint = A part of a name or phone, the end of a booking number, or an invoice number.
search-button = Search
search-customers = Customers
search-bookings = Bookings
search-invoices = Invoices
search-leads = Leads
search-pages = Pages
search-actions = Do
search-visits = { $count ->
    [one] 1 visit
   *[other] { $count } visits
 }
search-no_visits = No visit yet
search-for_guest = for { $name }
search-book_for = New booking for “{ $name }”
search-add_customer = New customer “{ $name }”
search-add_lead = New lead “{ $name }”
search-nothing = Nothing found for “{ $typed }”.
search-too_short = Type at least two letters or digits.
search-also_today = home overview takings
search-also_board = calendar day today
search-also_requests = approve waiting
search-also_bookings = list visits appointments
search-also_customers = clients people directory
search-also_leads = enquiries call back adverts
search-also_memberships = packages hours plans
search-also_invoices = bills payments receipts
search-also_day_close = cash till closing
search-also_reports = sales gst numbers charts
search-also_schedule = roster shifts hours leave holidays
search-also_services = price list catalogue categories settings
search-also_offers = discounts promotions combo
search-also_team = staff stylists therapists people
search-also_branches = settings opening hours upi gst logo address
search-also_users = settings roles access invite people
search-also_salon = settings name website
search-also_messages = settings whatsapp sms e-mail
search-also_tiers = settings memberships packages
search-also_tags = settings labels customers
search-also_imports = settings csv file upload
search-also_exports = settings backup download data
search-also_integrations = settings health connections
search-also_logs = settings audit changes history

search-also_my_day = schedule shifts work
search-also_my_leave = holiday vacation off
search-also_notifications = messages news bell
search-also_me = account sign out devices push calendar keys
search-also_new_booking = add visit appointment
search-also_setup = begin first start steps

## Formats of days, times and durations

# `16 Nov 2026`. Arguments: $day, $month, $year
formats-date = { $day } { $month } { $year }
# `16 November 2026`. Arguments: $day, $month, $year
formats-full_date = { $day } { $month } { $year }
# `Mon 16 Nov 2026`. Arguments: $weekday, $day, $month, $year
formats-weekday_and_date = { $weekday } { $day } { $month } { $year }
# `Monday, 16 November 2026`. Arguments: $weekday, $day, $month, $year
formats-long_date = { $weekday }, { $day } { $month } { $year }
# `Monday 16 November 2026`, the heading of a day of another year. Arguments: $weekday, $day, $month, $year
formats-long_day_and_year = { $weekday } { $day } { $month } { $year }
# `Monday 16 November`, the heading of a day. Arguments: $weekday, $day, $month
formats-long_day = { $weekday } { $day } { $month }
# `Mon 16 Nov`. Arguments: $weekday, $day, $month
formats-weekday_and_day = { $weekday } { $day } { $month }
# `16 November`. Arguments: $day, $month
formats-day_and_month = { $day } { $month }
# `16 Nov`. Arguments: $day, $month
formats-short_day = { $day } { $month }
# `Mon 16`, below a bar of a chart. Arguments: $weekday, $day
formats-weekday_and_number = { $weekday } { $day }
# `November 2026`, `November, December 2026`. Arguments: $month, $year
formats-month = { $month } { $year }
# `Jan ’28`, below the large number of the day: the month, and the last two digits of another year. Arguments: $month, $year
formats-month_in_tile = { $month } ’{ $year }
# `Mon 16 Nov – Wed 18 Nov`. Arguments: $first, $last
formats-day_range = { $first } – { $last }
# `Today, 10:30 am`, `Mon 16 Nov, 4:30 – 6:15 pm`. Arguments: $day, $time
formats-day_and_time = { $day }, { $time }
# `3:05 pm`: $part is one of dates-part_…. Arguments: $hour, $minute, $part
formats-time = { $hour }:{ $minute } { $part }
# `11 am`. Arguments: $hour, $part
formats-hour = { $hour } { $part }
# `11:30 am – 12:15 pm`, `10 am – 7 pm`. Arguments: $start, $end
formats-time_range = { $start } – { $end }
# `4:30 – 6:15 pm`: both have the same part of the day. Arguments: $start_hour, $start_minute, $end_hour, $end_minute, $part
formats-time_range_same_part = { $start_hour }:{ $start_minute } – { $end_hour }:{ $end_minute } { $part }
# `10 – 7 pm`, in a narrow column: $start_figures is `10` or `10:30`, $start is `10 am`. Arguments: $start_figures, $start, $end
formats-narrow_time_range = { $start_figures } – { $end }
formats-minutes = { $minutes } min
formats-hours = { $hours } h
# Arguments: $hours, $minutes
formats-hours_and_minutes = { $hours } h { $minutes } min

## Calendars that people share with their own programs

calendar-my_visits = My visits
calendar-my_visit = My visit
# Of somebody of the team.
calendar-my_work = My work
calendar-blocked = Blocked
# The title of a visit. Arguments: $services, $branch
calendar-summary = { $services } at { $branch }
# $status is one of the words below. Arguments: $number, $status
calendar-description = Booking { $number }, { $status }.
# Of a booking for somebody else than the customer. Arguments: $number, $status, $guest
calendar-description_for_guest = Booking { $number }, { $status }. For { $guest }.
calendar-pending = pending
calendar-confirmed = confirmed
calendar-in_progress = in progress
calendar-completed = completed
calendar-cancelled = cancelled
calendar-rejected = rejected
calendar-no_show = no show

## Notifications, in the feed and in push messages. None names a customer: locked screens show them

notification-unknown_title = Something has changed
notification-unknown_body = Please look at your visits in the app.
notification-request_received_title = New booking request
notification-customer_cancelled_title = A customer has cancelled
notification-customer_rescheduled_title = A customer has moved a booking
notification-request_unanswered_title = A booking request waits for an answer
notification-possible_noshow_title = Did this customer come?
notification-offered_time_accepted_title = A customer has accepted the offered time
notification-offered_time_declined_title = A customer has declined the offered time
notification-booking_confirmed_title = Your booking is confirmed
notification-booking_rejected_title = We cannot take your booking
notification-booking_cancelled_title = Your booking is cancelled
notification-booking_rescheduled_title = Your booking has a new time
notification-booking_changed_title = Your booking has changed
notification-booking_restored_title = Your booking takes place after all
notification-request_restored_title = Your booking request is open again
# The number of the booking, its day, its start and the names of its services. Arguments: $number, $date, $time, $services
notification-booking_body = { $number }: { $date } at { $time }, { $services }
# Arguments: $number, $date, $time, $services, $reason
notification-booking_rejected_body = { $number }: { $date } at { $time }, { $services }. { $reason }
notification-time_offered_title = We can offer you another time
# Arguments: $number, $date, $time, $answer_day, $answer_time
notification-time_offered_body = { $number }: { $date } at { $time }. Please answer by { $answer_day }, { $answer_time }.
notification-appointment_within_day_title = Your appointment is coming up
notification-appointment_within_hour_title = Your appointment starts within the hour
# Arguments: $number, $date, $time, $branch
notification-appointment_body = { $number }: { $date } at { $time }, { $branch }
notification-review_requested_title = How was your visit?
# Arguments: $number, $date
notification-review_requested_body = { $number }: tell us what you liked on { $date }, and what we could do better
notification-invoice_ready_title = Your invoice is ready
# Arguments: $number, $date
notification-invoice_ready_body = { $number } of { $date }
notification-membership_created_title = Your membership is ready
# The number, the name of the package, its hours and its last day. Arguments: $number, $tier, $hours, $until
notification-membership_created_body = { $number }: { $tier }, { $hours }, until { $until }
notification-membership_ends_title = Your membership is good until { $until }
# Arguments: $number, $tier, $left
notification-membership_ends_body = { $number }: { $tier }, { $left } left
notification-membership_ended_title = Your membership is over
# Arguments: $number, $tier, $date
notification-membership_ended_body = { $number }: { $tier } ended on { $date }. We would be glad to renew it.
notification-membership_hours_left_title = Time for yourself
# Arguments: $tier, $left, $until
notification-membership_hours_left_body = Your { $tier } membership has { $left } left, until { $until }
notification-gems_expire_soon_title = Some of your gems are about to expire
# Arguments: $gems, $date
notification-gems_expire_soon_body = { $gems ->
    [one] { $gems } gem expires on { $date }
   *[other] { $gems } gems expire on { $date }
 }
notification-gems_expired_title = Some of your gems have expired
notification-gems_expired_body = { $gems ->
    [one] { $gems } gem has expired after 365 days
   *[other] { $gems } gems have expired after 365 days
 }
notification-birthday_offer_title = Happy birthday!
notification-birthday_offer_body = Your birthday offer is waiting: ask for it on your next visit.
notification-lead_waiting_title = A lead is waiting for you
# Arguments: $date, $time
notification-lead_body = Captured { $date } at { $time }; no contact yet
# Arguments: $date, $time, $service
notification-lead_body_with_service = Captured { $date } at { $time }, { $service }; no contact yet
# Arguments: $date, $time, $last_contact
notification-lead_contacted_body = Captured { $date } at { $time }; last contact { $last_contact }
# Arguments: $date, $time, $service, $last_contact
notification-lead_contacted_body_with_service = Captured { $date } at { $time }, { $service }; last contact { $last_contact }
notification-leave_requested_title = Somebody asks for leave
# The name of a member of the team. Arguments: $name, $date
notification-leave_requested_day_body = { $name }: { $date }
# Arguments: $name, $first, $last
notification-leave_requested_days_body = { $name }: { $first } to { $last }

## E-mails: what all have

email-greeting = Hello { $name },
email-why_marketing = You get this e-mail because you agreed to receive news from us.
email-unsubscribe = Unsubscribe
# In the text form, above the address.
email-why_marketing_and_unsubscribe = You get this e-mail because you agreed to receive news from us. Unsubscribe:
email-book_visit = Book a visit
email-services = Services
email-valid_from = Valid from
email-valid_until = Valid until
email-hours = Hours
# How much of how much: `2 h of 10 h`. Arguments: $part, $total
email-part_of = { $part } of { $total }
email-membership = Membership

## E-mails about a booking. `$at` is the day and the time: `Fri 5 Mar, 11:00 am`

# Arguments: $at, $salon
booking_email-confirmed_subject = Confirmed: { $at } at { $salon }
booking_email-confirmed_title = Your booking is confirmed
booking_email-confirmed_opening = We look forward to seeing you.
# Arguments: $at, $salon
booking_email-new_time_subject = New time: { $at } at { $salon }
booking_email-new_time_title = Your booking has a new time
booking_email-new_time_opening = Please note the new time below. The old time is no longer booked.
# Arguments: $at, $salon
booking_email-to_confirm_subject = To be confirmed: { $at } at { $salon }
booking_email-to_confirm_title = You have rescheduled your booking
booking_email-to_confirm_opening = We will check the new time and write to you soon.
# Arguments: $at, $salon
booking_email-cancelled_subject = Cancelled: { $at } at { $salon }
booking_email-cancelled_title = Your booking is cancelled
booking_email-cancelled_opening = This appointment will not take place.
# Arguments: $at, $salon
booking_email-rejected_subject = Not possible: { $at } at { $salon }
booking_email-rejected_title = We cannot accept your booking
booking_email-rejected_opening = We are sorry: we cannot offer you this appointment.
booking_email-rejected_closing = Another day or time may be free. We would be glad to see you.
# Arguments: $at, $salon
booking_email-changed_subject = Changed: { $at } at { $salon }
booking_email-changed_title = Your booking has changed
booking_email-changed_opening = Please see the services and the total below. If something is not right, please call us.
# Arguments: $at, $salon
booking_email-restored_subject = Takes place: { $at } at { $salon }
booking_email-restored_title = Your booking takes place after all
booking_email-restored_opening = We cancelled your booking by mistake, and we are sorry. It is confirmed again as it was.
# Arguments: $at, $salon
booking_email-reopened_subject = Open again: { $at } at { $salon }
booking_email-reopened_title = Your booking request is open again
booking_email-reopened_opening = We declined your request by mistake, and we are sorry. We will check it and write to you soon.
booking_email-offer_subject = Another time at { $salon }
booking_email-offer_title = We can offer you another time
booking_email-offer_opening = You asked for { $at }. Would the time below suit you as well?
# Arguments: $day, $time
booking_email-offer_closing = Please accept or decline it by { $day }, { $time }. After that the offer ends.
# Arguments: $at, $salon
booking_email-reminder_subject = Reminder: { $at } at { $salon }
booking_email-reminder_title = Your appointment is coming up
booking_email-reminder_opening = This is a reminder of your appointment.
# Arguments: $time, $salon
booking_email-soon_subject = See you at { $time } at { $salon }
booking_email-soon_title = See you soon
booking_email-soon_opening = Your appointment starts within the hour.
booking_email-in_time = If you cannot come, please let us know early, so that someone else can have the time.
booking_email-day = Day
booking_email-time = Time
# Arguments: $start, $end
booking_email-from_to = { $start } to { $end }
booking_email-offered_day = Offered day
booking_email-offered_time = Offered time
booking_email-with = With
booking_email-place = Where
booking_email-booking = Booking
# A service and how long it takes. Arguments: $service, $duration
booking_email-service = { $service } ({ $duration })
booking_email-to_pay = To pay at the salon
booking_email-see_visit = See your visit
booking_email-answer_offer = Answer the offer
booking_email-find_time = Find another time

## E-mails about a membership

# Arguments: $tier, $number
membership_email-created_subject = Your { $tier } membership { $number }
membership_email-created_title = Welcome to { $tier }
membership_email-begins = Your membership is ready and begins on { $date }. Here are the details.
membership_email-has_begun = Your membership has begun. Here are the details.
membership_email-paid = Paid
membership_email-created_closing = Please tell us the number when you come: we deduct each visit from your hours.
membership_email-see_membership = See your membership
membership_email-ended_title = Your { $tier } membership has ended
membership_email-ended_opening = Thank you for being a member.
membership_email-ended_on = Ended on
membership_email-hours_used = Hours used
membership_email-call_us = Call us
membership_email-ended_closing = Would you like to continue? We can renew it at the desk on your next visit.

## E-mails that need consent: the birthday offer and the review request

marketing_email-birthday_title = Happy birthday, { $name }!
marketing_email-birthday_opening = All of us at { $salon } wish you a wonderful day. Come by and let us spoil you a little.
marketing_email-birthday_opening_with_offers = All of us at { $salon } wish you a wonderful day. Come by and let us spoil you a little. These offers are open to you:
# An offer and its last day. Arguments: $offer, $until
marketing_email-offer = { $offer } (until { $until })
marketing_email-per_cent_off = { $percentage }% off
marketing_email-amount_off = { $amount } off
marketing_email-for_amount = for { $amount }
marketing_email-review_subject = How was your visit to { $salon }?
marketing_email-review_title = How was your visit?
marketing_email-review_opening = Thank you for coming. We would like to know how you liked it.
marketing_email-your_visit = Your visit
marketing_email-review_closing = Just reply to this e-mail: a few words are enough, and we read every reply.
marketing_email-next_visit = Book your next visit

## The e-mail to somebody who is invited

invitation_email-subject = You are invited to { $salon }
invitation_email-title = Welcome to { $salon }
invitation_email-opening = { $salon } has invited you to use Parlour. Please sign in to accept.
invitation_email-role = Your role
invitation_email-role_customer = customer
invitation_email-role_staff = staff
invitation_email-role_receptionist = receptionist
invitation_email-role_manager = manager
invitation_email-role_owner = owner
invitation_email-role_developer = developer
invitation_email-sign_in_with = Sign in with
invitation_email-closing = If you do not expect this e-mail, please ignore it.
invitation_email-sign_in = Sign in

## The e-mail and the push message that show whether sending works

test_email-subject = Parlour can send e-mail
test_email-title = E-mail works
test_email-opening = This is a test e-mail from Parlour. If you can read नमस्ते and ₹, everything works.
test_email-requested = Requested
test_email-push_body = Push messages arrive.

## E-mails with an invoice, a bill of supply, a session slip or a credit note

bill_email-invoice = Invoice
bill_email-bill_of_supply = Bill of supply
bill_email-session_slip = Session slip
bill_email-credit_note = Credit note
# What the document is called, and its number. Arguments: $document, $number
bill_email-title = { $document } { $number }
# Arguments: $document, $number, $salon
bill_email-subject = { $document } { $number } from { $salon }
bill_email-open_invoice = Open the invoice
bill_email-open_bill = Open the bill
bill_email-open_slip = Open the slip
bill_email-open_credit_note = Open the credit note
bill_email-date = Date
bill_email-billed_to = Billed to
bill_email-gstin = GSTIN { $gstin }
bill_email-gems_earned = Gems earned
bill_email-session_reversed = The session was reversed on { $date }: this slip is void.
bill_email-thanks_member = Thank you for becoming a member.
bill_email-thanks_visit = Thank you for your visit.
bill_email-invoice_attached = Your invoice is attached.
bill_email-bill_attached = Your bill is attached.
bill_email-slip_attached = Your slip is attached.
bill_email-invoice_in_app = Your invoice can be opened in the app.
bill_email-bill_in_app = Your bill can be opened in the app.
bill_email-slip_in_app = Your slip can be opened in the app.
bill_email-hours_left = Hours left
bill_email-cash = Cash
bill_email-upi = UPI
bill_email-card = Card
bill_email-gems = Gems
bill_email-paid_by = Paid by
bill_email-paid_by_cash = Paid by cash
bill_email-paid_by_upi = Paid by UPI
bill_email-paid_by_card = Paid by card
bill_email-refunded_by_cash = Refunded by cash
bill_email-refunded_by_upi = Refunded by UPI
bill_email-refunded_by_card = Refunded by card
# A payment, by its method or its amount, and its number at the bank. Arguments: $payment, $reference
bill_email-with_reference = { $payment }, ref. { $reference }
bill_email-discount = Discount
bill_email-discount_for = Discount: { $cause }
bill_email-redeemed = Redeemed with gems
bill_email-rounding = Rounding
bill_email-total = Total
bill_email-total_with_gst = Total, with { $gst } GST
bill_email-credited = Credited
bill_email-credited_with_gst = Credited, with { $gst } GST
bill_email-credit_for = For
# The number and the day of an invoice. Arguments: $number, $date
bill_email-invoice_of_day = { $number } of { $date }
bill_email-gems_returned = Gems returned to you
bill_email-gems_removed = Earned gems removed
# Arguments: $amount, $invoice
bill_email-credited_opening = We have credited { $amount } of invoice { $invoice }.
bill_email-credit_note_attached = Your credit note is attached.
bill_email-credit_note_in_app = You can open your credit note in the app.
bill_email-too_late_for_tax = This credit note carries no tax: the time for correcting the tax of the invoice is over.

## Reports by e-mail and chat

# Arguments: $day, $amount
report_email-daily_subject = Sales on { $day }: { $amount }
report_email-daily_title = Sales on { $date }
# Arguments: $period, $amount
report_email-weekly_subject = Sales of the week { $period }: { $amount }
report_email-weekly_title = The week { $period }
# Two days: `29 March to 4 April 2027`. Arguments: $from, $to
report_email-period = { $from } to { $to }
# Two days of one month: `1 to 7 March 2027`. Arguments: $first, $last, $month
report_email-period_in_month = { $first } to { $last } { $month }
report_email-chat_title = Sales, { $period }
# Arguments: $label, $value
report_email-chat_figure = { $label }: { $value }
# Arguments: $label, $value, $change
report_email-chat_figure_with_change = { $label }: { $value } ({ $change })
# Arguments: $service, $amount
report_email-chat_best = Best-selling: { $service }, { $amount }
report_email-day_before = the day before
report_email-week_before = the week before
report_email-compared_with_day = Changes are compared with the day before.
report_email-compared_with_week = Changes are compared with the week before.
# In the legend of the chart, beside “the day before”.
report_email-now = now
report_email-takings = Takings
report_email-takings_of = Takings: { $amounts }
# Beside a bar of the chart, where there is little room: `₹12.5k`.
report_email-thousands = { $figure }k
report_email-lakhs = { $figure } L
report_email-crores = { $figure } Cr
report_email-average_bill = Average bill
report_email-invoices = Invoices
report_email-memberships_sold = Memberships sold
report_email-visits = Visits
report_email-new_customers = New customers
report_email-bookings_made = Bookings made
report_email-cancelled = Cancelled
report_email-noshows = No-shows
report_email-gems_redeemed = Gems redeemed
report_email-tips = Tips
report_email-branches = Branches
report_email-branch = Branch
report_email-total = Total
report_email-payments = Payments
report_email-paid_by = Paid by
report_email-amount = Amount
report_email-best_services = Best-selling services
report_email-service = Service
report_email-times = Times
report_email-gst_title = GST for { $month }
report_email-gst_to_pay = GST to pay
report_email-taxable_value = Taxable value
report_email-without_gst = Without GST
report_email-to_pay = To pay
# Arguments: $branch, $gstin
report_email-branch_with_gstin = { $branch } ({ $gstin })
report_email-branch_without_gstin = { $branch } (GSTIN missing)
report_email-bills_of_supply = { $branch }, bills of supply (no GST)
report_email-sac_and_rate = SAC and rate
report_email-sac = SAC
report_email-taxable = Taxable
report_email-cgst = CGST
report_email-sgst = SGST
report_email-gst = GST
report_email-value = Value
# A service code and its rate. Arguments: $sac, $rate
report_email-sac_at_rate = { $sac } at { $rate }
report_email-credit_notes = Credit notes, { $line }

## Documents as PDF: invoice, bill of supply, credit note, session slip

document-tax_invoice = Tax Invoice
document-bill_of_supply = Bill of Supply
document-credit_note = Credit Note
document-session_slip = Session Slip
# The title and the number of the document. Arguments: $document, $number
document-title_and_number = { $document } { $number }
document-original = Original for recipient
document-void = Void
document-paid_with_a_membership = Paid with a membership
document-invoice_number = Invoice no.
document-invoice_date = Invoice date
document-bill_number = Bill no.
document-bill_date = Bill date
document-credit_note_number = Credit note no.
document-slip_number = Slip no.
document-date = Date
document-billed_to = Billed to
document-credited_to = Credited to
document-customer = Customer
document-total = Total
document-total_credited = Total credited
document-to_pay = To pay
document-thanks = Thank you. We look forward to seeing you again.
document-tax_invoice_note = This is a computer-generated tax invoice and needs no signature.
document-bill_of_supply_note = This is a computer-generated bill of supply and needs no signature.
document-credit_note_note = This is a computer-generated credit note and needs no signature.
document-slip_note = This is a computer-generated slip and needs no signature.
document-slip_note_with_tax = This is a computer-generated slip and no tax invoice: tax was charged when the membership was sold.
# Arguments: $page, $pages
document-page_of = Page { $page } of { $pages }
document-slip_void = This slip is void
document-session_reversed = The session was reversed on { $date }, and its hours were returned.
document-no_tax = This credit note carries no tax
document-no_tax_reason = It was issued after 30 November following the financial year of the invoice. Until then the tax of an invoice can be corrected (section 34 of the CGST Act).
document-reason = Reason
document-phone = Phone { $phone }
document-gstin = GSTIN { $gstin }
# Arguments: $gstin, $state
document-gstin_and_state = GSTIN { $gstin } · { $state }
document-place_of_supply = Place of supply
# A state and its code: `Karnataka (29)`. Arguments: $state, $code
document-state_and_code = { $state } ({ $code })
document-reverse_charge = Reverse charge
document-no = No
document-payment = Payment
document-booking = Booking
document-membership = Membership
document-against_invoice = Against invoice
# A membership that was sold, and its hours: the line of its invoice. Arguments: $tier, $hours
document-package = Membership { $tier }, { $hours }
document-hours = Hours
document-hours_left = Hours left
# Arguments: $left, $total
document-left_of_total = { $left } of { $total }
document-valid_from = Valid from
document-valid_until = Valid until
document-cash = Cash
document-upi = UPI
document-card = Card
document-gems = Gems
document-paid_by_cash = Paid by cash
document-paid_by_upi = Paid by UPI
document-paid_by_card = Paid by card
document-paid_in_full_by_cash = Paid in full by cash
document-paid_in_full_by_upi = Paid in full by UPI
document-paid_in_full_by_card = Paid in full by card
document-paid_in_full_with_gems = Paid in full with gems
document-to_be_paid_by_upi = To be paid by UPI
document-refunded_by_cash = Refunded by cash
document-refunded_by_upi = Refunded by UPI
document-refunded_by_card = Refunded by card
# A payment and its number at the bank. Arguments: $payment, $reference
document-with_reference = { $payment }, ref. { $reference }
document-pay_by_upi = Pay by UPI
document-scan = Scan with any UPI app.
document-column_number = #
document-column_description = Description
document-column_sac = SAC
document-column_quantity = Qty
document-column_price = Price (₹)
document-column_price_with_gst = incl. GST
document-column_discount = Discount
document-column_discount_unit = (₹)
document-column_taxable = Taxable
document-column_taxable_unit = value (₹)
document-column_gst = GST (₹)
document-column_amount = Amount (₹)
document-redeemed = Redeemed with gems
# Below a line of a credit note that credits a part of the amount.
document-part_of = Part of { $amount }
document-subtotal = Subtotal
document-subtotal_with_gst = Subtotal, GST included
document-discount = Discount
document-discount_for = Discount: { $cause }
document-taxable_value = Taxable value
# A tax and its rate: `CGST at 2.5%`. Arguments: $tax, $rate
document-tax_at_rate = { $tax } at { $rate }
document-cgst = CGST
document-sgst = SGST
document-utgst = UTGST
document-rounding = Rounding
document-paid_with = Paid with
document-membership_number = Membership { $number }
document-amount_in_words = Amount in words
document-tax_summary = Tax summary
# A tax and its rate above a column: `CGST 2.5%`. Arguments: $tax, $rate
document-column_tax = { $tax } { $rate }
document-gems_earned = { $gems ->
    [one] { $gems } gem earned with this visit.
   *[other] { $gems } gems earned with this visit.
 }
document-gems_redeemed = { $gems ->
    [one] { $gems } gem redeemed.
   *[other] { $gems } gems redeemed.
 }
document-gems_taken_back = { $gems ->
    [one] { $gems } gem taken back.
   *[other] { $gems } gems taken back.
 }
document-gems_given_back = { $gems ->
    [one] { $gems } gem given back.
   *[other] { $gems } gems given back.
 }

## The states of India, on documents

state-jammu_and_kashmir = Jammu and Kashmir
state-himachal_pradesh = Himachal Pradesh
state-punjab = Punjab
state-chandigarh = Chandigarh
state-uttarakhand = Uttarakhand
state-haryana = Haryana
state-delhi = Delhi
state-rajasthan = Rajasthan
state-uttar_pradesh = Uttar Pradesh
state-bihar = Bihar
state-sikkim = Sikkim
state-arunachal_pradesh = Arunachal Pradesh
state-nagaland = Nagaland
state-manipur = Manipur
state-mizoram = Mizoram
state-tripura = Tripura
state-meghalaya = Meghalaya
state-assam = Assam
state-west_bengal = West Bengal
state-jharkhand = Jharkhand
state-odisha = Odisha
state-chhattisgarh = Chhattisgarh
state-madhya_pradesh = Madhya Pradesh
state-gujarat = Gujarat
state-daman_and_diu = Daman and Diu
state-dadra_and_nagar_haveli_and_daman_and_diu = Dadra and Nagar Haveli and Daman and Diu
state-maharashtra = Maharashtra
state-andhra_pradesh = Andhra Pradesh
state-karnataka = Karnataka
state-goa = Goa
state-lakshadweep = Lakshadweep
state-kerala = Kerala
state-tamil_nadu = Tamil Nadu
state-puducherry = Puducherry
state-andaman_and_nicobar_islands = Andaman and Nicobar Islands
state-telangana = Telangana
state-ladakh = Ladakh
