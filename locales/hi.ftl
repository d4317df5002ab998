### Texts of Parlour in Hindi. The words are in glossary-hi.md; docs/guides/translating.md says how a text is written.

## The language itself

language_name-tag = hi-IN
language_name-own = हिन्दी
language_name-label = भाषा

## Dates

dates-part_night_early = रात
dates-part_morning = सुबह
dates-part_afternoon = दोपहर
dates-part_evening = शाम
dates-part_night = रात
dates-today = आज
dates-tomorrow = कल ({ $day })
dates-today_in_sentence = आज
dates-tomorrow_in_sentence = कल ({ $day })
dates-weekday_monday = सोमवार
dates-weekday_tuesday = मंगलवार
dates-weekday_wednesday = बुधवार
dates-weekday_thursday = गुरुवार
dates-weekday_friday = शुक्रवार
dates-weekday_saturday = शनिवार
dates-weekday_sunday = रविवार
dates-weekday_short_monday = सोम
dates-weekday_short_tuesday = मंगल
dates-weekday_short_wednesday = बुध
dates-weekday_short_thursday = गुरु
dates-weekday_short_friday = शुक्र
dates-weekday_short_saturday = शनि
dates-weekday_short_sunday = रवि
dates-weekday_letter_monday = सो
dates-weekday_letter_tuesday = मं
dates-weekday_letter_wednesday = बु
dates-weekday_letter_thursday = गु
dates-weekday_letter_friday = शु
dates-weekday_letter_saturday = श
dates-weekday_letter_sunday = र
dates-month_january = जनवरी
dates-month_february = फ़रवरी
dates-month_march = मार्च
dates-month_april = अप्रैल
dates-month_may = मई
dates-month_june = जून
dates-month_july = जुलाई
dates-month_august = अगस्त
dates-month_september = सितंबर
dates-month_october = अक्टूबर
dates-month_november = नवंबर
dates-month_december = दिसंबर
dates-month_short_january = जन॰
dates-month_short_february = फ़र॰
dates-month_short_march = मार्च
dates-month_short_april = अप्रैल
dates-month_short_may = मई
dates-month_short_june = जून
dates-month_short_july = जुल॰
dates-month_short_august = अग॰
dates-month_short_september = सित॰
dates-month_short_october = अक्टू॰
dates-month_short_november = नव॰
dates-month_short_december = दिस॰

## Frame

frame-skip = सीधे मुख्य हिस्से पर जाएँ
frame-main_navigation = मुख्य मेनू
frame-book = बुक करें
frame-visits = अपॉइंटमेंट
frame-rewards = रिवॉर्ड
frame-me = मेरा खाता
frame-sign_in = साइन इन
frame-back = पीछे
frame-notifications = सूचनाएँ
frame-unread = { $count ->
    [one] { $count } बिना पढ़ी
   *[other] { $count } बिना पढ़ी
 }
frame-privacy = प्राइवेसी
frame-call_me = मुझे कॉल करें
frame-all_services = सभी सर्विस
frame-footer_navigation = और
frame-errors_title = { $count ->
    [one] इसे ठीक करें
   *[other] ये { $count } बातें ठीक करें
 }
frame-optional = ज़रूरी नहीं
frame-sent_before = यह फ़ॉर्म पहले ही भेजा जा चुका है। उसके बाद के बदलाव सेव नहीं हुए।
frame-finish_profile = आपकी प्रोफ़ाइल अभी पूरी नहीं है।
frame-finish_profile_link = प्रोफ़ाइल पूरी करें

## Flash

flash-own_booking_moved = आपके अपॉइंटमेंट का समय बदल दिया गया।
flash-own_booking_cancelled = आपका अपॉइंटमेंट रद्द हो गया।
flash-time_accepted = नया समय आपके नाम हो गया।
flash-time_declined = आपकी रिक्वेस्ट हमारे पास है, हम दूसरा समय देख रहे हैं।
flash-profile_saved = आपकी जानकारी सेव हो गई।
flash-consents_saved = आपकी पसंद सेव हो गई।
flash-all_read = सभी सूचनाएँ पढ़ी हुई कर दी गईं।
flash-own_visit_started = अपॉइंटमेंट शुरू हो गया।
flash-own_visit_finished = हो गया। रिसेप्शन पर दिख रहा है कि भुगतान लिया जा सकता है।
flash-own_visit_goes_on = अपॉइंटमेंट अभी चल रहा है।
flash-leave_asked = छुट्टी की रिक्वेस्ट भेज दी गई। फ़ैसला मैनेजर करेंगे।
flash-leave_withdrawn = रिक्वेस्ट वापस ले ली गई।
flash-signed_out = साइन आउट हो गया।
flash-others_signed_in = यहाँ पहले ही साइन आउट हो चुका था, पर आपके दूसरे डिवाइस पर साइन-इन चालू है। उन्हें साइन आउट करने के लिए साइन इन करें।
flash-device_signed_out = उस डिवाइस पर साइन आउट हो गया।
flash-calendar_off = कैलेंडर का लिंक अब काम नहीं करेगा।
flash-erased = आपका डेटा मिटा दिया गया।
flash-choose_services = पहले सर्विस चुनें।
flash-choose_time = पहले समय चुनें।
flash-services_gone = आपने जो चुना था, उसमें से कुछ अब नहीं मिलता। फिर देखें।
flash-salon_and_spa = स्पा की बुकिंग अलग होती है। सैलून या स्पा, किसी एक की सर्विस चुनें।
flash-too_many_services = एक अपॉइंटमेंट में इतनी सर्विस नहीं हो सकतीं। कम सर्विस चुनें।
flash-branch_gone = इस ब्रांच में अभी बुकिंग नहीं हो रही है। दूसरी ब्रांच चुनें।
flash-not_done_here = इस ब्रांच में यह अभी नहीं होता। कुछ और चुनें।
flash-person_gone = यहाँ अब उनके साथ बुकिंग नहीं हो सकती। फिर चुनें।
flash-time_gone = यह समय अब नहीं मिल सकता। दूसरा समय चुनें।
flash-lead_moved = लीड की स्थिति बदल गई।
flash-lead_assigned = लीड की ज़िम्मेदारी सेव हो गई।
flash-lead_noted = नोट जोड़ा गया।
flash-lead_added = लीड जोड़ी गई।
flash-membership_sold = मेंबरशिप बिक गई और बिल बन गया।
flash-session_recorded = सेशन दर्ज हो गया।
flash-session_reversed = सेशन वापस किया गया, मिनट लौट आए।
flash-membership_cancelled = मेंबरशिप रद्द हो गई।
flash-booking_booked = अपॉइंटमेंट बुक हो गया।
flash-booking_waits = अपॉइंटमेंट दर्ज हो गया। अभी इसे किसी को सौंपना बाकी है।
flash-booking_entered = बीते दिन की विज़िट दर्ज हो गई।
flash-walk_in_started = अपॉइंटमेंट शुरू हो गया।
flash-customer_added = ग्राहक का रिकॉर्ड बन गया।
flash-customer_saved = जानकारी सेव हो गई।
flash-customers_merged = दोनों रिकॉर्ड मिलाकर एक कर दिए गए।
flash-customer_erased = निजी डेटा मिटा दिया गया।
flash-tag_added = टैग लगाया गया।
flash-tag_removed = टैग हटाया गया।
flash-note_saved = नोट सेव हो गया।
flash-note_pinned = अब यह नोट सबसे ऊपर दिखेगा।
flash-note_unpinned = नोट ऊपर से हटा दिया गया।
flash-gems_changed = जेम बदल दिए गए।
flash-noshows_saved = नो-शो का रिकॉर्ड सेव हो गया।
flash-invoice_sent = बिल ईमेल से भेजा जा रहा है।
flash-payments_corrected = भुगतान सुधार दिए गए।
flash-credit_note_issued = क्रेडिट नोट बन गया।
flash-day_closed = दिन बंद हो गया।
flash-day_reopened = दिन फिर खोला गया।
flash-cash_recorded = कैश दर्ज हो गया।
flash-board_arrived = ग्राहक का आना दर्ज हो गया।
flash-board_started = अपॉइंटमेंट शुरू हो गया।
flash-board_no_show = नो-शो दर्ज हो गया।
flash-board_approved = रिक्वेस्ट मंज़ूर हो गई।
flash-time_blocked = समय ब्लॉक हो गया।
flash-time_given_back = यह समय फिर बुक हो सकता है।
flash-booking_approved = अपॉइंटमेंट कन्फ़र्म हो गया और ग्राहक को बता दिया गया।
flash-booking_arrived = ग्राहक का आना दर्ज हो गया।
flash-booking_started = शुरू हो गया।
flash-booking_undone = वापस लिया गया।
flash-booking_reopened = अपॉइंटमेंट फिर खोला गया।
flash-booking_assigned = अपॉइंटमेंट किसी और को सौंपा गया।
flash-booking_lines_changed = सर्विस बदल दी गईं।
flash-booking_moved = अपॉइंटमेंट बदल दिया गया।
flash-booking_moved_told = अपॉइंटमेंट बदल दिया गया। ग्राहक को बता दिया गया।
flash-booking_offered = ग्राहक को दूसरा समय सुझाया गया।
flash-booking_cancelled = अपॉइंटमेंट रद्द हो गया।
flash-booking_no_show = नो-शो दर्ज हो गया।
flash-booking_rejected = रिक्वेस्ट नामंज़ूर हुई और ग्राहक को वजह बता दी गई।
flash-booking_note_added = नोट सेव हो गया।
flash-setup_saved = सेव हो गया।
flash-setup_invited = न्योता ईमेल से भेजा जा रहा है।
flash-setup_invited_untold = न्योता बन गया। यहाँ ईमेल सेट नहीं है: उन्हें खुद बता दें।
flash-setup_email_once = टेस्ट पहले ही माँगा जा चुका है: ईमेल एक ही बार जाएगा।
flash-setup_email_sent = ईमेल भेजा जा रहा है। देख लें कि पहुँचा या नहीं, स्पैम में भी देखें।
flash-setup_finished = रिसेप्शन तैयार है। आपका स्वागत है।
flash-salon_saved = सैलून की जानकारी सेव हो गई।
flash-service_added = सर्विस जोड़ी गई।
flash-service_saved = सर्विस सेव हो गई।
flash-services_ordered = क्रम सेव हो गया।
flash-category_added = कैटेगरी जोड़ी गई।
flash-category_saved = कैटेगरी सेव हो गई।
flash-offer_added = ऑफ़र जोड़ा गया।
flash-offer_saved = ऑफ़र सेव हो गया।
flash-offer_switched_off = ऑफ़र बंद हो गया।
flash-offer_switched_on = ऑफ़र चालू हो गया।
flash-tier_added = प्लान जोड़ा गया।
flash-tier_saved = प्लान सेव हो गया।
flash-branch_added = ब्रांच जोड़ी गई।
flash-branch_saved = ब्रांच सेव हो गई।
flash-member_added = अब इनके साथ बुकिंग हो सकती है।
flash-member_saved = स्टाफ़ की जानकारी सेव हो गई।
flash-week_saved = काम के घंटे सेव हो गए।
flash-leave_given = छुट्टी दे दी गई।
flash-leave_declined = छुट्टी नामंज़ूर की गई।
flash-holiday_added = हॉलिडे जोड़ा गया।
flash-holiday_removed = हॉलिडे हटाया गया।
flash-user_invited = न्योता ईमेल से भेजा जा रहा है।
flash-user_invited_untold = न्योता बन गया। यहाँ ईमेल सेट नहीं है: उन्हें खुद बता दें।
flash-user_role_saved = रोल बदल दिया गया।
flash-user_signed_out = इस व्यक्ति को हर जगह से साइन आउट कर दिया गया।
flash-invitation_withdrawn = न्योता वापस ले लिया गया।
flash-tag_created = टैग बन गया।
flash-tag_saved = टैग सेव हो गया।
flash-integration_works = टेस्ट ठीक रहा।
flash-integration_fails = टेस्ट नहीं हो पाया। वजह इसके कार्ड पर लिखी है।
flash-work_retried = अब फिर कोशिश हो रही है।
flash-import_started = इंपोर्ट शुरू हो गया।
flash-export_started = एक्सपोर्ट शुरू हो गया।

## Errors

errors-not_found_title = यह पेज यहाँ नहीं है
errors-not_found = लिंक पुराना हो सकता है, या उसमें कुछ छूट गया है।
errors-forbidden_title = यह पेज आपके लिए नहीं है
errors-forbidden = आपके खाते से यह पेज नहीं खुल सकता।
errors-too_many_title = कृपया थोड़ा रुकें
errors-too_many = यहाँ से थोड़ी ही देर में बहुत बार कोशिश हुई। कृपया एक मिनट रुककर फिर कोशिश करें।
errors-too_many_waits = यहाँ से थोड़ी ही देर में बहुत बार कोशिश हुई। यह पेज अपने आप फिर कोशिश करेगा।
errors-unavailable_title = हम अभी थोड़े व्यस्त हैं
errors-unavailable = थोड़ी देर में फिर कोशिश करें। कुछ भी खोया नहीं है।
errors-internal_title = हमारी ओर से कुछ गड़बड़ हुई
errors-internal = फिर कोशिश करें। ठीक न हो तो हमें कॉल करें और नीचे लिखा नंबर बताएँ।
errors-sign_in_failed_title = साइन-इन नहीं हो पाया
errors-sign_in_not_started = यह साइन-इन यहाँ से शुरू नहीं हुआ था, या इसमें बहुत देर लग गई।
errors-sign_in_another = यह वह साइन-इन नहीं है जो यहाँ से शुरू हुआ था।
errors-not_signed_in_title = साइन इन नहीं हुआ
errors-sign_in_cancelled = साइन-इन बीच में छोड़ दिया गया।
errors-sign_in_cancelled_booking = साइन-इन बीच में छोड़ दिया गया। आपकी बुकिंग वैसी ही रखी है, भेजने के लिए साइन इन करें।
errors-sign_in_no_code = साइन-इन सर्वर से कोड नहीं आया।
errors-sign_in_not_confirmed = साइन-इन की पुष्टि नहीं हो पाई। फिर कोशिश करें।
errors-sign_in_unreachable = साइन-इन सर्वर से संपर्क नहीं हो पा रहा है। थोड़ी देर में फिर कोशिश करें।
errors-sign_in_recycled_email = आपका ईमेल पता यहाँ किसी और के खाते में है, जिसमें दूसरे तरीके से साइन इन होता है। सैलून से मदद लें।
errors-sign_in_concurrent = ज़रा पहले एक और साइन-इन हो गया। फिर कोशिश करें।
errors-too_large_title = यह बहुत लंबा है
errors-too_large = फ़ॉर्म में बहुत ज़्यादा लिखा है, इसलिए कुछ भी सेव नहीं हुआ। पीछे जाकर उसे छोटा करें।
errors-conflict_title = अब यह नहीं हो सकता
errors-conflict = यह पेज खुलने के बाद कुछ बदल गया है। पीछे जाकर फिर देखें।
errors-invalid_title = यह नहीं दिखाया जा सकता
errors-invalid = इस लिंक या फ़ॉर्म में कुछ ठीक नहीं है। पीछे जाकर फिर कोशिश करें।
errors-try_again = फिर कोशिश करें
errors-to_booking = बुकिंग पर लौटें
errors-to_home = होम पर जाएँ
errors-request_number = नंबर
errors-unsubscribe_title = ये ईमेल बंद करें?
errors-unsubscribe = आपने हमारी खबरों के लिए हाँ कहा था, इसलिए हम जन्मदिन पर और विज़िट के बाद आपको ईमेल भेजते हैं। अपॉइंटमेंट और बिल के ईमेल फिर भी आते रहेंगे।
errors-unsubscribe_button = ईमेल बंद करें
errors-unsubscribed_title = हो गया
errors-unsubscribed = अब हम आपको ऑफ़र और रिव्यू के ईमेल नहीं भेजेंगे। इसे कभी भी अपने खाते में बदलें।
errors-unknown_link_title = यह लिंक काम नहीं करता
errors-unknown_link = शायद लिंक अधूरा है। इसे ईमेल से फिर खोलें, या अपने खाते में सेटिंग बदलें।

## Field error

field_error-not_valid = { $field }: ठीक नहीं है
field_error-required = “{ $field }” ज़रूरी है
field_error-not_chosen = { $field }: चुनना ज़रूरी है
field_error-empty_list = { $field }: कम से कम एक ज़रूरी है
field_error-too_many = { $field }: ज़्यादा से ज़्यादा { NUMBER($most) }
field_error-whole_number = { $field }: पूरी संख्या लिखें
field_error-out_of_range = { $field }: { NUMBER($min) } से { NUMBER($max) } तक की पूरी संख्या लिखें
field_error-date = { $field }: सही तारीख लिखें
field_error-time = { $field }: सही समय लिखें
field_error-choice = { $field }: दिए गए विकल्पों में से चुनें
field_error-past_date = { $field }: आज से पहले की तारीख लिखें
field_error-too_many_years_ago = { $field }: { NUMBER($years) } साल से ज़्यादा पुरानी तारीख नहीं हो सकती, साल जाँच लें
field_error-rupees = { $field }: रकम रुपए में लिखें, जैसे 1499 या 1,499.50
field_error-above_zero = { $field }: ₹0 से ज़्यादा लिखें
field_error-empty = { $field }: खाली नहीं हो सकता
field_error-too_long = { $most ->
    [one] { $field }: ज़्यादा से ज़्यादा { $most } अक्षर
   *[other] { $field }: ज़्यादा से ज़्यादा { $most } अक्षर
 }
field_error-unprintable = { $field }: इसमें ऐसे अक्षर हैं जो दिखते नहीं या लिखने की दिशा बदल देते हैं, उन्हें हटाएँ
field_error-phone = { $field }: भारत का 10 अंकों का मोबाइल नंबर लिखें, आगे +91 या 0 लगा हो तो भी चलेगा
field_error-email = { $field }: सही ईमेल पता लिखें
field_error-gstin = { $field }: GSTIN के 15 अक्षर लिखें, जैसे 29ABCDE1234F1ZW
field_error-gstin_state = { $field }: शुरुआत राज्य के कोड से होनी चाहिए
field_error-gstin_mistyped = { $field }: लिखने में कुछ गलत है, आखिरी अक्षर बाकी से मेल नहीं खाता
field_error-future = { $field }: आने वाला समय चुनें
field_error-today_or_later = { $field }: आज या उसके बाद का दिन चुनें
field_error-too_long_ago = { $days ->
    [one] { $field }: ज़्यादा से ज़्यादा { $days } दिन पहले की तारीख चुनें
   *[other] { $field }: ज़्यादा से ज़्यादा { $days } दिन पहले की तारीख चुनें
 }
field_error-too_far_ahead = { $field }: आज से 2 साल के अंदर की तारीख चुनें
field_error-closed_day = { $field }: उस दिन ब्रांच बंद है
field_error-closed = { $field }: { $opens } से, { $closes } के पहले तक का समय चुनें
field_error-ends_too_late = { $field }: बहुत देर का समय है, अपॉइंटमेंट आधी रात तक पूरा होना चाहिए
field_error-off_grid = { $field }: समय 5-5 मिनट के अंतर पर चुनें, जैसे 10:05 या 10:10
field_error-too_soon_to_offer = { $field }: एक घंटे से ज़्यादा आगे का समय चुनें, ताकि ग्राहक जवाब दे सकें
field_error-within_two_years = { $field }: अगले दो साल के अंदर की तारीख चुनें
field_error-before_first_day = { $field }: पहले दिन की या उसके बाद की तारीख चुनें
field_error-leave_too_long = { $field }: पहले दिन से 366 दिन के अंदर की तारीख चुनें
field_error-branch_takes_no_bookings = { $field }: इस ब्रांच में बुकिंग नहीं होती
field_error-not_done_here = { $field }: अभी इस ब्रांच में यह सर्विस नहीं मिलती
field_error-too_many_services = { $field }: ज़्यादा से ज़्यादा { NUMBER($most) } सर्विस
field_error-visit_too_long = { $field }: इसमें बहुत देर लगेगी, अपॉइंटमेंट आधी रात तक पूरा होना चाहिए
field_error-unknown_customer = { $field }: हमारे यहाँ ऐसा कोई ग्राहक नहीं है
field_error-not_staff = { $field }: यह व्यक्ति अभी स्टाफ़ में नहीं है
field_error-staff_of_past_day = { $field }: बीते दिन के लिए ज़रूरी है
field_error-staff_elsewhere = { $field }: यह व्यक्ति अभी इस ब्रांच के स्टाफ़ में नहीं है
field_error-unknown_service = { $field }: हमारे यहाँ ऐसी कोई सर्विस नहीं है
field_error-not_offered = { $field }: यह सर्विस अभी नहीं मिलती
field_error-salon_service = { $field }: यह सैलून की सर्विस है
field_error-spa_service = { $field }: यह स्पा की सर्विस है
field_error-too_expensive = { $field }: सब मिलाकर कीमत बहुत ज़्यादा है
field_error-payment_required = { $field }: कुछ बकाया हो तो ज़रूरी है
field_error-adds_up = { $field }: जोड़ { $sum } होना चाहिए
field_error-above_subtotal = { $field }: छूट से पहले के जोड़ से ज़्यादा नहीं हो सकता
field_error-hours_for_spa = मेंबरशिप के घंटे सिर्फ़ स्पा के अपॉइंटमेंट में चलते हैं।
field_error-after_start = { $field }: शुरू होने के बाद का समय चुनें
field_error-tier_not_on_sale = { $field }: यह प्लान अभी बिक्री में नहीं है
field_error-branch_not_open = { $field }: यह ब्रांच अभी चालू नहीं है
field_error-unknown_branch = { $field }: हमारी ऐसी कोई ब्रांच नहीं है
field_error-payment_unless_free = { $field }: कीमत 0 न हो तो ज़रूरी है
field_error-unknown_line = { $field }: इस बिल में ऐसी कोई पंक्ति नहीं है
field_error-line_twice = { $field }: दो बार लिखा है
field_error-credit_too_small = { $field }: कम से कम ₹1 लिखें
field_error-leaves_too_little = { $field }: बिल में या तो कुछ न बचे, या कम से कम ₹1 बचे

## Refusal

refusal-branch_code_taken = यह कोड दूसरी ब्रांच का है
refusal-branch_number_taken = यह नंबर दूसरी ब्रांच का है
refusal-branch_code_used = यह कोड बुकिंग या बिल में आ चुका है, इसलिए अब नहीं बदल सकता
refusal-branch_stays_primary = एक ब्रांच हमेशा मुख्य रहती है। इसकी जगह दूसरी ब्रांच को मुख्य बनाएँ।
refusal-branch_primary_closed = मुख्य ब्रांच बंद नहीं हो सकती। पहले दूसरी ब्रांच को मुख्य बनाएँ।
refusal-already_staff = इनके साथ बुकिंग पहले से चालू है।
refusal-role_above_theirs = इस व्यक्ति का रोल आपके रोल से ऊपर है।
refusal-role_above_yours = अपने से ऊपर का रोल कोई नहीं दे सकता
refusal-last_owner = ये आखिरी मालिक हैं। पहले किसी और को मालिक बनाएँ।
refusal-user_known = यह ईमेल पहले से किसी और का है
refusal-invitation_accepted = इस व्यक्ति ने पहले ही साइन इन कर लिया है।
refusal-not_invited = इस व्यक्ति को न्योता नहीं भेजा गया था।
refusal-tag_name_taken = इस नाम का टैग पहले से है
refusal-wrong_status_pending = इस अपॉइंटमेंट का जवाब बाकी है, इसलिए अभी यह नहीं हो सकता।
refusal-wrong_status_confirmed = यह अपॉइंटमेंट कन्फ़र्म है, इसलिए यह नहीं हो सकता।
refusal-wrong_status_rejected = यह अपॉइंटमेंट मंज़ूर नहीं हुआ था, इसलिए यह नहीं हो सकता।
refusal-wrong_status_cancelled = यह अपॉइंटमेंट रद्द है, इसलिए यह नहीं हो सकता।
refusal-wrong_status_in_progress = यह अपॉइंटमेंट चल रहा है, इसलिए यह नहीं हो सकता।
refusal-wrong_status_completed = यह अपॉइंटमेंट पूरा हो चुका है, इसलिए यह नहीं हो सकता।
refusal-wrong_status_no_show = यह अपॉइंटमेंट छूट गया था, इसलिए यह नहीं हो सकता।
refusal-time_taken = यह समय खाली नहीं है। दूसरा समय चुनें।
refusal-day_taken = यह समय खाली नहीं है, और इस दिन कोई दूसरा समय भी खाली नहीं है।
refusal-too_many_pending = यहाँ आपकी कई रिक्वेस्ट का जवाब बाकी है। कृपया इंतज़ार करें, या सैलून को कॉल करें।
refusal-block_taken = उस समय बुकिंग है। पहले उसे दूसरे समय पर रखें।
refusal-not_cancellable = यह अपॉइंटमेंट अब रद्द नहीं हो सकता।
refusal-nothing_to_undo = वापस लेने के लिए इस अपॉइंटमेंट में आज का कुछ नहीं है।
refusal-too_late_to_cancel = यहाँ से रद्द करने का समय निकल चुका है। सैलून को कॉल करें।
refusal-not_completed = सिर्फ़ पूरा हो चुका अपॉइंटमेंट फिर खोला जा सकता है।
refusal-membership_session = मेंबरशिप का सेशन फिर नहीं खोला जाता, वापस किया जाता है।
refusal-not_credited = अपॉइंटमेंट फिर खोलने से पहले पूरा बिल क्रेडिट होना चाहिए।
refusal-day_closed = इस ब्रांच में आज का दिन बंद हो चुका है। मैनेजर दिन को फिर खोल सकते हैं।
refusal-today_closed = इस ब्रांच में आज का दिन बंद हो चुका है।
refusal-not_billable = बिल सिर्फ़ कन्फ़र्म या चल रहे अपॉइंटमेंट का बन सकता है।
refusal-unknown_offer = यह ऑफ़र अब नहीं है।
refusal-offer_expired = यह ऑफ़र आज चालू नहीं है।
refusal-offer_for_salon = ऑफ़र सैलून के अपॉइंटमेंट के लिए होते हैं, और यह अपॉइंटमेंट स्पा का है।
refusal-offer_of_other_services = यह ऑफ़र इस अपॉइंटमेंट की सर्विस पर नहीं है।
refusal-offer_incomplete = इस अपॉइंटमेंट में कॉम्बो की सारी सर्विस नहीं हैं।
refusal-offer_without_discount = इस ऑफ़र में कोई छूट नहीं है।
refusal-offer_used_today = ग्राहक ने आज एक ऑफ़र पहले ही इस्तेमाल कर लिया है।
refusal-not_in_booking = यह सर्विस इस अपॉइंटमेंट में नहीं है।
refusal-not_redeemable = यह सर्विस जेम से नहीं ली जा सकती।
refusal-nothing_redeemable = इस अपॉइंटमेंट की कोई भी सर्विस जेम से नहीं ली जा सकती।
refusal-too_few_gems = ग्राहक के पास इतने जेम नहीं हैं।
refusal-membership_terms = यहाँ रिसेप्शनिस्ट मेंबरशिप को प्लान की शर्तों पर ही बेच सकते हैं। दूसरी शर्तों पर मैनेजर बेच सकते हैं।
refusal-membership_active = इस ग्राहक की मेंबरशिप पहले से चालू है।
refusal-membership_over = यह मेंबरशिप खत्म हो चुकी है: इससे घंटे नहीं लिए जा सकते।
refusal-membership_not_begun = उस दिन तक यह मेंबरशिप शुरू नहीं हुई थी।
refusal-too_few_hours = इस मेंबरशिप में इतने मिनट बाकी नहीं हैं।
refusal-session_minutes = यहाँ रिसेप्शनिस्ट सर्विस के समय से कम मिनट दर्ज नहीं कर सकते। कम मिनट मैनेजर दर्ज कर सकते हैं।
refusal-membership_not_active = सिर्फ़ चालू मेंबरशिप रद्द हो सकती है।
refusal-session_reversed = यह सेशन पहले ही वापस किया जा चुका है।
refusal-email_known = यह ईमेल पहले से किसी और का है।
refusal-email_of_sign_in = ये ग्राहक इसी ईमेल से साइन इन करते हैं, इसलिए इसे सिर्फ़ वही बदल सकते हैं।
refusal-erase_team = यहाँ सिर्फ़ ग्राहकों का डेटा मिटाया जा सकता है, टीम के लोगों का नहीं।
refusal-erase_themselves = इस ग्राहक का अपना साइन-इन है, वे अपना डेटा खुद मिटा सकते हैं।
refusal-confirm_phone = ग्राहक का फ़ोन नंबर लिखें।
refusal-confirm_name = ग्राहक का नाम लिखें।
refusal-cancel_membership_first = एक मेंबरशिप अब भी चालू है। पहले उसे रद्द करें।
refusal-merge_target = हमारे किसी दूसरे ग्राहक को चुनें।
refusal-merge_team = सिर्फ़ ग्राहकों के रिकॉर्ड मिलाए जा सकते हैं, टीम के लोगों के नहीं।
refusal-two_memberships = दोनों ग्राहकों की मेंबरशिप चालू है। पहले एक को रद्द करें।
refusal-unknown_tag = यह टैग अब नहीं है।
refusal-unknown_booking = इसी ग्राहक का अपॉइंटमेंट चुनें।
refusal-credited_whole = यह बिल पहले ही पूरा क्रेडिट हो चुका है।
refusal-less_is_left = इस बिल में इतनी रकम नहीं बची है।
refusal-nothing_to_credit = इस बिल पर कोई भुगतान नहीं हुआ था, इसलिए क्रेडिट करने को कुछ नहीं है।
refusal-payments_stay = इस बिल का क्रेडिट नोट बन चुका है: इसके भुगतान अब नहीं बदल सकते।
refusal-invoice_day_closed = इस बिल का दिन बंद हो चुका है।
refusal-no_email = इस ग्राहक का कोई ईमेल दर्ज नहीं है, इसलिए बिल नहीं भेजा जा सकता।
refusal-day_closed_already = यह दिन पहले ही बंद हो चुका है।
refusal-day_open_already = यह दिन पहले ही फिर खोला जा चुका है।
refusal-day_is_closed = यह दिन बंद हो चुका है।
refusal-not_team_member = टीम में से किसी को चुनें।
refusal-not_on_roster = आप शेड्यूल में नहीं हैं, इसलिए छुट्टी माँगने की ज़रूरत नहीं।
refusal-leave_taken = इनमें से कुछ दिनों की छुट्टी पहले ही माँगी जा चुकी है, या मिल चुकी है।
refusal-leave_decided = इस छुट्टी का फ़ैसला पहले ही हो चुका है।
refusal-copied_elsewhere = जिन्हें चुना गया था, उनमें से एक व्यक्ति अब दूसरी ब्रांच में है, या अब स्टाफ़ में नहीं है।
refusal-no_longer_staff = चुने गए लोगों में से एक व्यक्ति के साथ अब बुकिंग नहीं हो सकती। फिर चुनें।
refusal-visits_changed = इस बीच इन दिनों के अपॉइंटमेंट बदल गए। फिर से चुनें।
refusal-holiday_taken = इस ब्रांच में उस दिन पहले से हॉलिडे है।
refusal-no_branch_of_ours = हमारी कोई ब्रांच चुनें।

## Home

home-title = अपॉइंटमेंट बुक करें
home-description = { $salon }: सर्विस और कीमतें देखें, समय चुनें, भुगतान काउंटर पर करें।
home-heading = थोड़ा समय, सिर्फ़ आपके लिए
home-lede = बाल, स्किन और स्पा, उन लोगों के हाथों जिन्हें आपकी पसंद याद रहती है। कीमत देखें, समय चुनें, भुगतान काउंटर पर करें।
home-book = अपॉइंटमेंट बुक करें
home-call_me = मुझे कॉल करें
home-price_promise = हर कीमत में GST शामिल
home-choice_promise = महिला, पुरुष या मनपसंद स्टाफ़ चुनें
home-move_promise = प्रोग्राम बदल जाए तो समय दो बार मुफ़्त बदलें
home-categories = आपको क्या करवाना है?
home-more_categories = कुछ और करवाना है?
home-all_services = सभी सर्विस
home-from_price = { $price } से
home-offers = आपके लिए ऑफ़र
home-branches = हमसे यहाँ मिलें
home-book_at = { $branch } में बुक करें
home-call = { $branch } को कॉल करें
home-directions_to = { $branch } का रास्ता देखें
home-opening_soon = सैलून जल्द खुल रहा है
home-opening_soon_text = अपना नंबर छोड़ दें, खुलते ही हम आपको कॉल करेंगे।
home-opening_soon_with_text = सैलून जल्द खुल रहा है। अपना नंबर छोड़ दें, खुलते ही हम आपको कॉल करेंगे।
home-not_set_up_text = हम अभी सब तैयार कर रहे हैं। कुछ दिन में फिर आएँ: तब यहाँ अपना समय चुना जा सकेगा।
home-prices_note = सभी कीमतें रुपए में, GST शामिल।
home-good_morning = नमस्ते, { $name }
home-good_afternoon = नमस्ते, { $name }
home-good_evening = नमस्ते, { $name }
home-next_visit = आपका अगला अपॉइंटमेंट
home-next_visit_in = { $days ->
    [0] आपका अगला अपॉइंटमेंट आज है
    [1] आपका अगला अपॉइंटमेंट कल ({ $day }) है
    [one] आपका अगला अपॉइंटमेंट { $days } दिन में
   *[other] आपका अगला अपॉइंटमेंट { $days } दिन में
 }
home-with_whom_where = { $staff } के साथ, { $branch }
home-pending = कन्फ़र्म नहीं
home-time_offered = नया समय सुझाया
home-answer_offer = जवाब दें
home-confirmed = कन्फ़र्म
home-in_progress = चल रहा है
home-add_to_calendar = कैलेंडर में जोड़ें
home-details = जानकारी
home-move_visit = समय बदलें
home-no_visit = तो कब मिलते हैं?
home-no_visit_text = अभी आपका कोई अपॉइंटमेंट नहीं है।
home-book_again = फिर बुक करें
home-same_as_last_time = पिछली बार जैसा ही?
home-last_visit = { $day }, { $staff } के साथ
home-book_again_for = फिर बुक करें, { $price }
home-rewards = रिवॉर्ड और मेंबरशिप
home-gems = जेम
home-gems_of = { $needs ->
    [one] { $needs } में से { NUMBER($has) } जेम
   *[other] { $needs } में से { NUMBER($has) } जेम
 }
home-gems_missing = { $service } के लिए { NUMBER($missing) } जेम और
home-gems_enough = { $service } के लिए काफ़ी जेम
home-gems_rule = हर ₹100 पर 1 जेम
home-hours = स्पा के घंटे
home-hours_of = { $total } में से { $left } बाकी
home-hours_left = { $total } में से बाकी, { $until } तक

## Opening

opening-until = { $time } तक खुला
opening-later_today = { $time } खुलेगा
opening-tomorrow = कल ({ $day }) { $time } खुलेगा
opening-on_day = { $day } को { $time } खुलेगा
opening-closed = फ़िलहाल बंद
opening-holiday = आज बंद ({ $name }), { $opens }
opening-holiday_without_name = आज बंद, { $opens }

## Services

services-title = सर्विस और कीमतें
services-description = { $salon } की सर्विस और कीमतें, GST शामिल। अपनी पसंद चुनें और समय बुक करें।
services-step_services = 1 सर्विस
services-step_time = 2 समय
services-step_review = 3 जाँच
services-heading = आपको क्या करवाना है?
services-branch = कहाँ?
services-types = सैलून या स्पा
services-all_types = सभी
services-salon = सैलून
services-spa = स्पा
services-search = सर्विस खोजें
services-search_in = { $count ->
    [one] सर्विस खोजें, कुल { $count }
   *[other] सर्विस खोजें, कुल { $count }
 }
services-categories = कैटेगरी
services-jump_to = सीधे यहाँ जाएँ
services-or_gems = { $gems ->
    [one] या { $gems } जेम
   *[other] या { $gems } जेम
 }
services-spa_alone = स्पा की बुकिंग अलग होती है।
services-salon_alone = सैलून की बुकिंग अलग होती है।
services-too_many = एक अपॉइंटमेंट में ज़्यादा से ज़्यादा 20 सर्विस हो सकती हैं। कुछ हटाएँ।
services-left_out = { $count ->
    [one] आपके लिंक की { $count } सर्विस अब नहीं मिलती, इसलिए उसे हटा दिया गया।
   *[other] आपके लिंक की { $count } सर्विस अब नहीं मिलतीं, इसलिए उन्हें हटा दिया गया।
 }
services-with_offer = { $name } के साथ
services-offer_takes_off = { $cut } छूट, { $until } तक। इनमें से अपनी पसंद चुनें, छूट काउंटर पर मिलेगी।
services-offer_together = ये सब मिलाकर { $price }, { $until } तक। छूट काउंटर पर मिलेगी।
services-offer_at_counter = यह ऑफ़र { $until } तक है। इनमें से अपनी पसंद चुनें, छूट काउंटर पर मिलेगी।
services-offer_over = यह ऑफ़र खत्म हो गया है। इसकी सर्विस आम कीमत पर बुक हो सकती हैं।
services-nothing_found = इस नाम से कुछ नहीं मिला। छोटा शब्द लिखकर देखें।
services-show_all = सभी सर्विस दिखाएँ
services-chosen = अब तक चुना गया
services-your_visit = आपका अपॉइंटमेंट
services-total = कुल, GST शामिल
services-choose_time = समय चुनें
services-pay_at_counter = भुगतान काउंटर पर: कैश, कार्ड या UPI से।
services-nothing_chosen = अभी कुछ नहीं चुना
services-one_service = { "{n}" } सर्विस
services-many_services = { "{n}" } सर्विस

## Service

service-description = { $name }: GST के साथ { $price }, { $minutes }। ऑनलाइन बुक करें।
service-gst_included = GST शामिल
service-or_gems = { $gems ->
    [one] { $gems } जेम में भी
   *[other] { $gems } जेम में भी
 }
service-add = अपॉइंटमेंट में जोड़ें
service-not_offered = यह सर्विस अभी नहीं मिलती।
service-see_others = हमारी सर्विस देखें
service-offers = इस पर ऑफ़र
service-similar = यह भी पसंद आ सकता है

## Offer

offer-off = छूट
offer-together = सब मिलाकर
offer-until = { $day } तक
offer-services = इन सर्विस पर
offer-terms = ध्यान रखें
offer-book = यह ऑफ़र लें
offer-call_me = मुझे कॉल करें
offer-at_counter = छूट काउंटर पर मिलेगी। हर कीमत में GST शामिल है।
offer-ended = यह ऑफ़र खत्म हो गया है
offer-ended_text = शायद कोई दूसरा ऑफ़र आपको पसंद आए।

## Call me

call_me-title = मुझे कॉल करें
call_me-description = अपना नंबर छोड़ दें, { $salon } से एक घंटे में कॉल आएगी।
call_me-lede = अपना नाम और नंबर छोड़ दें। हम एक घंटे में कॉल करेंगे और आपके हिसाब से समय तय कर लेंगे।
call_me-name = नाम
call_me-phone = मोबाइल नंबर
call_me-phone_hint = 10 अंक
call_me-service = किस सर्विस के लिए?
call_me-any_service = अभी तय नहीं
call_me-unknown_service = यह सर्विस अब नहीं मिलती, दूसरी चुनें
call_me-promise = आपका नंबर हम सिर्फ़ इसी कॉल के लिए इस्तेमाल करेंगे।
call_me-button = मुझे कॉल करें
call_me-thanks = धन्यवाद, हम एक घंटे में कॉल करेंगे।
call_me-thanks_text = फ़ोन अपने पास रखें। तब तक हमारी सर्विस देख लें।
call_me-closed_now = अभी सैलून बंद है, इसलिए एक घंटा खुलने के समय से गिना जाएगा। { $opens }।
call_me-look_around = सर्विस और कीमतें देखें
call_me-service_name = सर्विस

## Booking

booking-step_services = 1 सर्विस
booking-step_time = 2 समय
booking-step_review = 3 जाँच
booking-time_title = समय चुनें
booking-time_heading = आपको कब ठीक रहेगा?
booking-with_whom = किसके साथ
booking-anyone = कोई भी
booking-first_free = सबसे पहले खाली
booking-a_woman = महिला
booking-a_man = पुरुष
booking-people_here = यहाँ { NUMBER($count) }
booking-with_anyone = किसी के भी साथ
booking-with_a_woman = महिला स्टाफ़ के साथ
booking-with_a_man = पुरुष स्टाफ़ के साथ
booking-with_person = { $name } के साथ
booking-in_one_go = लगातार { $minutes }
booking-choose_day = दिन
booking-earlier = पिछले दो हफ़्ते
booking-later = अगले दो हफ़्ते
booking-free_count = { NUMBER($count) } खाली
booking-full = फ़ुल
booking-closed = बंद
booking-morning = सुबह
booking-afternoon = दोपहर
booking-evening = शाम
booking-times = { $count ->
    [one] { $count } खाली समय
   *[other] { $count } खाली समय
 }
booking-times_on = { $day } के खाली समय
booking-until = { $time } तक
booking-not_free_on = { $day } को { $who } के पास खाली समय नहीं है।
booking-nobody_free_on = { $day } को कोई खाली नहीं है।
booking-closed_on = { $day } को सैलून बंद है।
booking-closed_for = { $day } को सैलून बंद है: { $holiday }।
booking-over_for_today = आज सैलून बंद हो चुका है।
booking-too_late_today = आज सैलून बंद होने से पहले इतना समय नहीं बचा है।
booking-nobody_in = कोई नहीं
booking-nobody_in_on = { $day } को इसके लिए कोई काम पर नहीं है।
booking-no_woman_in_on = { $day } को इसके लिए कोई महिला काम पर नहीं है।
booking-no_man_in_on = { $day } को इसके लिए कोई पुरुष काम पर नहीं है।
booking-person_not_in_on = { $day } को { $who } काम पर नहीं हैं।
booking-too_long_day = समय कम
booking-too_long = लगातार { $minutes } का समय सैलून के पूरे दिन से ज़्यादा है। कम सर्विस चुनें, या हमें कॉल करें।
booking-nearest = सबसे नज़दीकी समय:
booking-no_time_soon = आने वाले हफ़्तों में कोई समय खाली नहीं है। हमें कॉल करें, हम समय निकाल लेंगे।
booking-we_confirm = हम आपका समय आम तौर पर 30 मिनट में कन्फ़र्म करते हैं।
booking-nothing_suits = कोई समय ठीक नहीं लग रहा?
booking-leave_a_wish = कॉल-बैक माँगें
booking-your_visit = आपका अपॉइंटमेंट
booking-total = कुल, GST शामिल
booking-gst_included = GST शामिल
booking-pay_at_counter = भुगतान काउंटर पर: कैश, कार्ड या UPI से।
booking-so_far = अब तक
booking-review_title = अपॉइंटमेंट जाँच लें
booking-review_heading = एक बार देख लें
booking-change_time = समय बदलें
booking-change_services = सर्विस बदलें
booking-offer = ऑफ़र { $offer } से { $less } की छूट मिल सकती है। हम काउंटर पर आपके साथ देख लेंगे।
booking-chosen_offer = ऑफ़र { $offer } से काउंटर पर { $less } की छूट मिलेगी।
booking-offer_missed = इस दिन इन सर्विस पर आपका ऑफ़र लागू नहीं है।
booking-note_label = कोई खास बात बतानी है?
booking-note_name = खास बात
booking-note_hint = इसे सिर्फ़ हमारी टीम पढ़ती है।
booking-note_placeholder = एलर्जी, कंधे में दर्द, कोई पसंद
booking-note_later = साइन इन करने के बाद खास बात लिखी जा सकती है
booking-cancel_any_time = शुरू होने से पहले कभी भी मुफ़्त रद्द करें
booking-cancel_that_day = उसी दिन { $time } तक मुफ़्त रद्द करें
booking-cancel_until = { $day }, { $time } तक मुफ़्त रद्द करें
booking-cancel_by_phone = अपॉइंटमेंट में थोड़ा ही समय बाकी है: रद्द करना हो तो हमें कॉल करें
booking-can_move_twice = समय दो बार बदला जा सकता है
booking-nothing_to_pay = अभी कुछ नहीं देना है
booking-who_heading = रिक्वेस्ट भेजने के लिए साइन इन करें
booking-sign_in_text = एक बार साइन इन करें और रिक्वेस्ट भेजें। आपने जो चुना है, वह वैसा ही रहेगा।
booking-continue_with_google = Google से आगे बढ़ें
booking-confirm = कन्फ़र्म करें
booking-confirm_heading = सब ठीक है, { $name }?
booking-confirm_text = हम आपकी रिक्वेस्ट का जवाब आम तौर पर 30 मिनट में देते हैं।
booking-consent = आगे बढ़ने पर आप सहमत हैं कि हम आपकी बुकिंग के लिए आपके नाम, फ़ोन नंबर और अपॉइंटमेंट की जानकारी इस्तेमाल करें।
booking-privacy_notice = प्राइवेसी नोटिस
booking-at_counter = काउंटर पर
booking-take_time = { $time } चुनें
booking-other_days = और दिन देखें
booking-time_taken = यह समय अभी-अभी किसी और ने ले लिया। सबसे नज़दीकी समय ये हैं:
booking-day_taken = यह समय अभी-अभी किसी और ने ले लिया, और उस दिन इस अपॉइंटमेंट के लिए कोई दूसरा समय नहीं है।
booking-with_anyone_else = किसी के भी साथ देखें
booking-price_changed = यह पेज खुलने के बाद कोई कीमत बदल गई है। कुल रकम फिर देख लें।
booking-too_many_pending = आपकी कई रिक्वेस्ट का जवाब अभी बाकी है। हमें थोड़ा समय दें, या कॉल करें।
booking-sent_before = यह फ़ॉर्म पहले ही भेजा जा चुका है, और इससे अपॉइंटमेंट बुक हो गया है। उसके बाद के बदलाव बुक नहीं हुए।
booking-same_visit = इस समय आपका एक अपॉइंटमेंट पहले से है।
booking-open_same_visit = वह अपॉइंटमेंट खोलें
booking-once_more = दोबारा बुक करें
booking-other_visit = { $time } आपका एक अपॉइंटमेंट पहले से है: { $services }। दोनों बुक करें?
booking-book_both = दोनों बुक करें
booking-not_offered_heading = इनमें से कुछ अब नहीं मिलता
booking-not_offered = { $name }: यह सर्विस अभी नहीं मिलती।
booking-not_offered_unknown = इनमें से एक सर्विस अभी नहीं मिलती।
booking-go_on_without = इसके बिना बढ़ें
booking-move_title = अपॉइंटमेंट का समय बदलें
booking-move_heading = कौन सा नया समय ठीक रहेगा?
booking-now_at = अभी का समय:
booking-first_move = समय दो बार बदला जा सकता है; यह पहली बार है।
booking-second_move = समय दो बार बदला जा सकता है; यह दूसरी बार है।
booking-confirmed_again = नया समय हम फिर कन्फ़र्म करेंगे।
booking-move_button = समय बदलें
booking-move_to = { $time } रखें
booking-new_time = नया समय
booking-choose_a_time = समय चुनें
booking-choose_time_first = पहले समय चुनें।
booking-moved_twice = इस अपॉइंटमेंट का समय दो बार बदल चुका है। फिर बदलना हो तो हमें कॉल करें।
booking-not_movable = इस अपॉइंटमेंट का समय अब नहीं बदल सकता।
booking-begun = यह अपॉइंटमेंट अब तक शुरू हो जाना चाहिए था। हमें कॉल करें, हम दूसरा समय निकाल लेंगे।
booking-time_not_possible = यह समय अब नहीं मिल सकता। दूसरा समय चुनें।
booking-back_to_visit = अपॉइंटमेंट पर लौटें

## Booking list

booking_list-title = आपके अपॉइंटमेंट
booking_list-coming = आने वाले
booking_list-none_coming = अभी कुछ तय नहीं है। तो कब मिलते हैं?
booking_list-past = पिछली विज़िट
booking_list-empty_title = अभी कोई अपॉइंटमेंट नहीं
booking_list-empty = पहली बुकिंग में बस एक मिनट लगता है। हाँ कहने से पहले हर कीमत दिखती है।
booking_list-book = अपॉइंटमेंट बुक करें
booking_list-or_call = या { $phone } पर कॉल करें
booking_list-book_again = फिर बुक करें
booking_list-book_again_label = फिर बुक करें: { $services }
booking_list-with = { $name } के साथ
booking_list-older = पुरानी विज़िट
booking_list-newest = सबसे नई विज़िट
booking_list-no_older = इससे पुरानी कोई विज़िट नहीं है।

## Booking status

booking_status-pending = कन्फ़र्म नहीं
booking_status-offered = नया समय सुझाया
booking_status-confirmed = कन्फ़र्म
booking_status-in_progress = चल रहा है
booking_status-completed = पूरा हुआ
booking_status-cancelled = रद्द
booking_status-rejected = नहीं हो पाया
booking_status-no_show = छूट गया

## Own booking

own_booking-asked_title = आपकी रिक्वेस्ट मिल गई है
own_booking-asked = हम अभी देख रहे हैं। जवाब आम तौर पर 30 मिनट में मिल जाता है।
own_booking-today_title = आज मिलते हैं
own_booking-tomorrow_title = कल ({ $day }) मिलते हैं
own_booking-confirmed_title = { $day } को मिलते हैं
own_booking-confirmed = पाँच मिनट पहले आ जाएँ।
own_booking-expected_title = हम आपका इंतज़ार कर रहे हैं
own_booking-expected = अपॉइंटमेंट का समय हो गया है। अगर रास्ते में हैं, तो बस एक कॉल कर दें।
own_booking-in_progress_title = आप हमारे साथ हैं
own_booking-in_progress = आराम से बैठें, बाकी हम पर छोड़ दें।
own_booking-completed_title = आने के लिए धन्यवाद
own_booking-completed = उम्मीद है, जल्द फिर मुलाकात होगी।
own_booking-cancelled_title = यह अपॉइंटमेंट रद्द है
own_booking-cancelled = अब इसके लिए आने की ज़रूरत नहीं।
own_booking-rejected_title = यह अपॉइंटमेंट नहीं हो पाया
own_booking-rejected = माफ़ करें। किसी और दिन या समय पर जगह मिल सकती है।
own_booking-no_show_title = आपसे मिलना नहीं हो पाया
own_booking-no_show = अपॉइंटमेंट का समय निकल गया। अगर यह गलत है, तो हमें कॉल करें।
own_booking-number = बुकिंग नंबर
own_booking-with = स्टाफ़
own_booking-anyone = जो खाली हो
own_booking-wished = { $name }, अगर खाली हों
own_booking-wished_woman = महिला स्टाफ़, जैसा आपने कहा था
own_booking-wished_man = पुरुष स्टाफ़, जैसा आपने कहा था
own_booking-asked_for = { $staff }। आपने { $name } के लिए कहा था।
own_booking-asked_for_woman = { $staff }। आपने महिला स्टाफ़ के लिए कहा था।
own_booking-asked_for_man = { $staff }। आपने पुरुष स्टाफ़ के लिए कहा था।
own_booking-services = सर्विस
own_booking-lines_title = कीमतें
own_booking-at_counter = काउंटर पर, GST शामिल
own_booking-paid = भुगतान, GST शामिल
own_booking-from_membership = आपकी मेंबरशिप से
own_booking-membership_hours = आपके घंटों में से { $hours }
own_booking-note = खास बात
own_booking-actions = यह अपॉइंटमेंट
own_booking-calendar = कैलेंडर
own_booking-directions = रास्ता
own_booking-move_visit = समय बदलें
own_booking-cancel = रद्द करें
own_booking-call = कॉल करें
own_booking-book_again = फिर बुक करें
own_booking-invoice = बिल
own_booking-share = शेयर करें
own_booking-share_text = { $salon } में मेरा अपॉइंटमेंट है: { $when }। { $place }
own_booking-offer = ऑफ़र { $name }: छूट काउंटर पर मिलेगी।
own_booking-offer_ended = ऑफ़र { $name } खत्म हो गया है या अब इस अपॉइंटमेंट पर नहीं मिलता। कीमत वही रहेगी।
own_booking-free_until = { $when } तक यहाँ से रद्द किया जा सकता है। उसके बाद हमें कॉल करें।
own_booking-too_late = अब यहाँ से रद्द नहीं हो सकता। हमें कॉल करें।
own_booking-free = अपॉइंटमेंट शुरू होने तक यहाँ से रद्द किया जा सकता है। 4 घंटे से कम बचे हों, तो इसे देर से रद्द गिना जाता है।
own_booking-moved_twice = इस अपॉइंटमेंट का समय दो बार बदला जा चुका है। एक बार और बदलना हो, तो हमें कॉल करें।
own_booking-stale = यह अपॉइंटमेंट बदल गया है।
own_booking-stale_link = अभी की जानकारी दिखाएँ
own_booking-push_title = मुझे तुरंत बताएँ
own_booking-push = हमारा जवाब इसी डिवाइस पर दिख सकता है।
own_booking-push_button = सूचनाएँ चालू करें
own_booking-push_on = सूचनाएँ चालू हैं: हमारा जवाब इसी डिवाइस पर दिखेगा।
own_booking-push_blocked = इस ब्राउज़र में हमारी सूचनाएँ ब्लॉक हैं। ब्राउज़र की सेटिंग में इस पेज के लिए सूचनाएँ चालू करें। हम ईमेल भी भेजते हैं।
own_booking-push_install = इस फ़ोन पर पहले यह पेज होम स्क्रीन में जोड़ें। हम ईमेल भी भेजते हैं।
own_booking-push_none = इस ब्राउज़र में सूचनाएँ नहीं आ सकतीं। हम ईमेल भेजते हैं।
own_booking-push_failed = यह नहीं हो पाया। फिर कोशिश करें।

## Promised offer

promised_offer-price = कीमत, GST शामिल
promised_offer-to_pay = भुगतान काउंटर पर
promised_offer-once_a_day = एक दिन में एक ही ऑफ़र मिलता है, और इस दिन आपके दूसरे अपॉइंटमेंट पर ऑफ़र है। इसलिए ऑफ़र { $name } यहाँ नहीं लगेगा। कीमत वही रहेगी।
promised_offer-lost = इस अपॉइंटमेंट पर आपका ऑफ़र अब नहीं मिलता। रकम देख लें। दोबारा कन्फ़र्म करने पर बुकिंग बिना ऑफ़र के होगी।
promised_offer-desk_kept = ऑफ़र { $name } के साथ बुक हुआ: { $less } छूट, काउंटर पर { $sum }।
promised_offer-desk_lost = ऑफ़र { $name } के साथ बुक हुआ था। वह खत्म हो गया है या अब इस अपॉइंटमेंट पर नहीं मिलता।
promised_offer-desk_once_a_day = ऑफ़र { $name } के साथ बुक हुआ था। वह यहाँ नहीं लगेगा: इस दिन ग्राहक के दूसरे अपॉइंटमेंट पर ऑफ़र है।

## Booking timeline

booking_timeline-title = क्या हुआ, आगे क्या
booking_timeline-asked = रिक्वेस्ट भेजी गई
booking_timeline-booked = बुक हो गया
booking_timeline-moved = समय बदला, 2 में से { NUMBER($times) } बार
booking_timeline-moved_by_us = हमने समय बदला
booking_timeline-moved_to = अब { $when }
booking_timeline-looking = हम देख रहे हैं, कौन खाली है
booking_timeline-looking_text = आम तौर पर 30 मिनट में
booking_timeline-offered = हमने दूसरा समय सुझाया
booking_timeline-answer_by = { $when } तक जवाब दें
booking_timeline-confirmed = कन्फ़र्म
booking_timeline-will_confirm = हम ईमेल से और यहाँ बताएँगे
booking_timeline-visit = आपका अपॉइंटमेंट
booking_timeline-earns = { $gems ->
    [one] { $gems } जेम तक मिलेगा
   *[other] { $gems } जेम तक मिलेंगे
 }
booking_timeline-began = शुरू हुआ
booking_timeline-completed = पूरा हुआ
booking_timeline-earned = { $gems ->
    [one] आपको { $gems } जेम मिला
   *[other] आपको { $gems } जेम मिले
 }
booking_timeline-cancelled = रद्द
booking_timeline-cancelled_late = देर से रद्द
booking_timeline-rejected = नहीं हो पाया
booking_timeline-no_show = छूट गया
booking_timeline-reason = “{ $reason }”

## Offered time

offered_time-title = क्या { $when } आना ठीक रहेगा?
offered_time-text = माफ़ करें, { $asked } का अपॉइंटमेंट हम नहीं दे पाएँगे। यह समय ठीक हो, तो { $until } तक बता दें।
offered_time-at = { $time }
offered_time-today_at = आज { $time }
offered_time-tomorrow_at = कल ({ $day }) { $time }
offered_time-on_day_at = { $day } को { $time }
offered_time-asked_for = आपने माँगा था
offered_time-we_offer = हमारा सुझाव
offered_time-details = { $until } तक, { $person } के साथ, { $place }
offered_time-accept = हाँ, { $time } ठीक है
offered_time-pick_another = दूसरा समय चुनें
offered_time-decline = नहीं, और सुझाएँ
offered_time-withdraw = रिक्वेस्ट वापस लें
offered_time-hint = ना कहने पर रिक्वेस्ट बनी रहेगी और हम दूसरा समय देखेंगे। वापस लेने पर रिक्वेस्ट रद्द हो जाएगी।
offered_time-taken = माफ़ करें, वह समय इस बीच किसी और को मिल गया। आपकी रिक्वेस्ट बनी हुई है। दूसरा समय चुनें या हमारे जवाब का इंतज़ार करें।
offered_time-over = यह सुझाव खत्म हो गया या इसका जवाब पहले ही दिया जा चुका है। आपके अपॉइंटमेंट की अभी की स्थिति नीचे है।
offered_time-refused_title = यह नहीं हो पाया

## Cancel booking

cancel_booking-title = यह अपॉइंटमेंट रद्द करें?
cancel_booking-withdraw_title = अपनी रिक्वेस्ट वापस लें?
cancel_booking-late = अपॉइंटमेंट शुरू होने में 4 घंटे से कम बचे हैं। इसे देर से रद्द गिना जाएगा।
cancel_booking-too_late_title = हमें कॉल करें
cancel_booking-too_late = अपॉइंटमेंट में बहुत कम समय बचा है, अब यहाँ से रद्द नहीं हो सकता। हमें कॉल करें, कोई रास्ता निकाल लेंगे।
cancel_booking-over_title = रद्द करने को कुछ नहीं
cancel_booking-over = सिर्फ़ आने वाले अपॉइंटमेंट रद्द हो सकते हैं।
cancel_booking-call = { $phone } पर कॉल करें
cancel_booking-no_phone = सैलून में आकर बताएँ या हमें लिखें।
cancel_booking-reason = वजह, अगर बताना चाहें
cancel_booking-reason_ill = मेरी तबीयत ठीक नहीं है
cancel_booking-reason_time = यह समय अब ठीक नहीं रहेगा
cancel_booking-reason_mistake = मुझसे गलती से बुक हो गया
cancel_booking-reason_elsewhere = मुझे कहीं और जाना है
cancel_booking-reason_other = कोई और वजह
cancel_booking-text = अपने शब्दों में
cancel_booking-text_hint = 500 अक्षर तक
cancel_booking-reason_name = वजह
cancel_booking-text_name = आपकी बात
cancel_booking-button = अपॉइंटमेंट रद्द करें
cancel_booking-withdraw_button = रिक्वेस्ट वापस लें
cancel_booking-move_instead = सिर्फ़ समय बदलें
cancel_booking-keep = रहने दें
cancel_booking-back = अपॉइंटमेंट पर लौटें

## The history of gems

gems_history-earned = विज़िट पर मिले
gems_history-expired = 365 दिन बाद खत्म हुए
gems_history-redeemed_for = { $service } के लिए इस्तेमाल हुए
gems_history-given_back = वापस दिए गए
gems_history-taken_back = क्रेडिट नोट के साथ वापस लिए गए

## Rewards

rewards-title = रिवॉर्ड
rewards-rule = हर ₹100 पर 1 जेम। काउंटर पर इस्तेमाल करें।
rewards-gems = जेम
rewards-gems_unit = जेम
rewards-earned = मिले
rewards-redeemed = इस्तेमाल हुए
rewards-until = { $day } तक
rewards-expire = { $gems ->
    [one] { $gems } खत्म होगा
   *[other] { $gems } खत्म होंगे
 }
rewards-buys = जेम से क्या मिलेगा
rewards-buys_nothing = अभी जेम से कुछ नहीं मिलता। आपके जेम आपके पास रहेंगे।
rewards-ready = जब चाहें, लें
rewards-progress = { $need ->
    [one] { $need } में से { NUMBER($have) } जेम
   *[other] { $need } में से { NUMBER($have) } जेम
 }
rewards-instead_of = { $price } की जगह
rewards-membership = मेंबरशिप
rewards-no_membership = स्पा के घंटे पहले से लें, तो सस्ते पड़ते हैं। काउंटर पर पूछें।
rewards-number_since = { $number }, { $day } से
rewards-active = चालू
rewards-begins = { $day } से शुरू
rewards-expired = खत्म
rewards-cancelled = रद्द
rewards-left_of = { $hours } में से { $left } बाकी
rewards-left_label = { $total } में से { $left } बाकी
rewards-use_by = इन्हें { $day } तक इस्तेमाल कर लें।
rewards-book_spa = स्पा बुक करें
rewards-sessions = सेशन
rewards-no_sessions = अभी कोई सेशन नहीं।
rewards-used = इस्तेमाल: { $hours }
rewards-past = पिछली मेंबरशिप
rewards-history = जेम का हिसाब
rewards-no_history = अभी कोई जेम नहीं। हर ₹100 पर 1 जेम मिलता है, पहली विज़िट से ही।
rewards-book = अपॉइंटमेंट बुक करें
rewards-newer = और नए
rewards-older = पुराने
rewards-invoices = आपके बिल

## Own invoices

own_invoices-title = बिल
own_invoices-newest_first = सबसे नए पहले
own_invoices-empty = अभी कोई बिल नहीं। पहली विज़िट के बाद उसका बिल यहाँ मिलेगा।
own_invoices-book = अपॉइंटमेंट बुक करें
own_invoices-service = अपॉइंटमेंट
own_invoices-membership = मेंबरशिप
own_invoices-session = मेंबरशिप सेशन
own_invoices-voided = रद्द
own_invoices-paid_by = { $method } से भुगतान
own_invoices-cash = कैश
own_invoices-upi = UPI
own_invoices-card = कार्ड
own_invoices-pdf = PDF
own_invoices-pdf_label = { $number } की PDF
own_invoices-being_made = बन रही है
own_invoices-credit_note = क्रेडिट नोट { $number }, { $sum }, { $day }
own_invoices-older = पुराने बिल
own_invoices-newest = सबसे नए बिल
own_invoices-wait_title = PDF बन रही है
own_invoices-wait = { $number } की PDF अभी बन रही है। कुछ सेकंड में यह पेज उसे अपने आप खोल देगा।
own_invoices-wait_long = थोड़ी ज़्यादा देर लग रही है। PDF जल्द ही आपके बिलों की सूची में मिलेगी।
own_invoices-look_again = अभी देखें
own_invoices-back = सभी बिल

## Notification list

notification_list-title = सूचनाएँ
notification_list-newest_first = सबसे नई पहले
notification_list-empty = कुछ नया नहीं। आपके अपॉइंटमेंट में कुछ बदलेगा, तो यहाँ बताएँगे।
notification_list-to_visits = आपके अपॉइंटमेंट
notification_list-unread = नई:
notification_list-mark_all = सब पढ़ी हुई करें
notification_list-newer = और नई
notification_list-older = पुरानी

## Sign in

sign_in-title = साइन इन करें
sign_in-heading = { $salon } में आपका स्वागत है
sign_in-lede = आपके अपॉइंटमेंट, जेम और स्पा के घंटे, आपके हर फ़ोन पर।
sign_in-button = Google से आगे बढ़ें
sign_in-hint = कोई पासवर्ड याद नहीं रखना। हम सिर्फ़ आपका नाम और ईमेल देखते हैं, और कुछ नहीं।
sign_in-look_around = सिर्फ़ देखने के लिए खाता ज़रूरी नहीं।
sign_in-look_around_link = सर्विस और कीमतें देखें

## Onboarding

onboarding-title = थोड़ी सी जानकारी
onboarding-eyebrow = बस हो ही गया
onboarding-heading = { $name }, आपसे मिलकर अच्छा लगा
onboarding-lede = ताकि अपॉइंटमेंट के बारे में आपसे संपर्क हो सके। बस आधा मिनट लगेगा।
onboarding-lede_for_visit = ताकि { $visit } के अपॉइंटमेंट के बारे में आपसे संपर्क हो सके। बस आधा मिनट लगेगा।
onboarding-save = सेव करें
onboarding-save_visit = सेव करके आगे बढ़ें
onboarding-later = बाद में

## Person fields

person_fields-name = नाम
person_fields-phone = मोबाइल नंबर
person_fields-date_of_birth = जन्मतिथि
person_fields-date_of_birth_hint = जन्मदिन की बधाई के लिए, अगर ऑफ़र के लिए हाँ कहें
person_fields-gender = जेंडर
person_fields-female = महिला
person_fields-male = पुरुष
person_fields-other = अन्य
person_fields-undisclosed = बताना नहीं चाहते
person_fields-reminders = मुझे अपॉइंटमेंट की याद दिलाएँ
person_fields-reminders_hint = ईमेल से और इस फ़ोन पर
person_fields-membership_alerts = मुझे स्पा के घंटों के बारे में बताएँ
person_fields-membership_alerts_hint = जब कम बचे हों या जल्द खत्म होने वाले हों
person_fields-marketing = मुझे ऑफ़र और जन्मदिन की बधाई भेजें
person_fields-marketing_hint = जब चाहें, बंद कर दें। प्राइवेसी नोटिस का वर्शन { $version }।
person_fields-marketing_minor = 18 साल की उम्र से। उससे कम उम्र में कानून के अनुसार पहले माता या पिता की मंज़ूरी ज़रूरी है।
person_fields-privacy_link = हम क्या रखते हैं, और क्यों
person_fields-confirm = ईमेल पता

## Me

me-title = मेरा खाता
me-invoices = बिल
me-notifications = सूचनाएँ
me-details = मेरी जानकारी
me-save_details = जानकारी सेव करें
me-messages = मैसेज
me-save_messages = पसंद सेव करें
me-push = इस फ़ोन पर मैसेज
me-push_on = अपॉइंटमेंट कन्फ़र्म होने या उसका समय बदलने पर हम तुरंत बताते हैं।
me-push_off = चालू करें, तो अपॉइंटमेंट कन्फ़र्म होने या उसका समय बदलने पर तुरंत पता चलेगा।
me-push_blocked = इस ब्राउज़र में मैसेज ब्लॉक हैं। साइट की सेटिंग खोलें, सूचनाएँ चालू करें और यहाँ लौट आएँ।
me-push_install = iPhone या iPad पर: शेयर पर टैप करें, फिर “होम स्क्रीन में जोड़ें” चुनें, और ऐप वहीं से खोलें।
me-push_none = इस ब्राउज़र में मैसेज नहीं दिख सकते। ईमेल फिर भी आएँगे।
me-push_failed = यह नहीं हो पाया। थोड़ी देर में फिर कोशिश करें।
me-calendar = मेरा कैलेंडर
me-calendar_off = अपने कैलेंडर ऐप के लिए लिंक लें, आपके अपॉइंटमेंट उसमें अपने आप दिखेंगे।
me-calendar_since = आपके अपॉइंटमेंट { $day } से आपके कैलेंडर ऐप में दिखते हैं।
me-calendar_new = यह लिंक अभी अपने कैलेंडर ऐप में कॉपी करें: यह सिर्फ़ एक बार दिखता है। जिसके पास यह लिंक हो, उसे आपके अपॉइंटमेंट दिख सकते हैं।
me-calendar_address = कैलेंडर का लिंक
me-calendar_create = लिंक लें
me-calendar_replace = नया लिंक लें
me-calendar_revoke = बंद करें
me-devices = साइन इन किए हुए डिवाइस
me-this_device = यह डिवाइस
me-desk_app = टीम ऐप
me-last_used = पिछली बार इस्तेमाल: { $when }
me-device = { $system } पर { $browser }
me-unknown_device = एक ब्राउज़र
me-sign_out = साइन आउट करें
me-sign_out_of = { $device } से साइन आउट करें
me-sign_out_here = यहाँ साइन आउट करें
me-sign_out_everywhere = हर जगह साइन आउट करें
me-data = मेरा डेटा
me-export = मेरा डेटा डाउनलोड करें
me-export_hint = आपके बारे में हम जो भी रखते हैं, एक फ़ाइल में
me-erase = मेरा डेटा मिटाएँ
me-erase_hint = और खाता हमेशा के लिए बंद करें
me-privacy = प्राइवेसी
me-privacy_hint = हम क्या रखते हैं, क्यों और कब तक

## Erase account

erase_account-title = मेरा डेटा मिटाएँ
erase_account-lede = डेटा हमेशा के लिए मिट जाएगा, वापस नहीं आ सकता।
erase_account-effect_bookings = आने वाले अपॉइंटमेंट रद्द हो जाएँगे।
erase_account-effect_person = आपका नाम, ईमेल, फ़ोन, जन्मदिन और नोट हटा दिए जाएँगे।
erase_account-effect_gems = आपके जेम नहीं रहेंगे, और पिछली विज़िट आपके नाम पर नहीं रहेंगी।
erase_account-effect_signed_out = हर जगह से साइन आउट हो जाएगा।
erase_account-kept = बिल उतने समय तक रहेंगे, जितना टैक्स कानून में ज़रूरी है।
erase_account-confirm_hint = पुष्टि के लिए { $email } लिखें।
erase_account-not_confirmed = यह आपके ईमेल पते से मेल नहीं खाता
erase_account-button = सब कुछ मिटाएँ
erase_account-keep = खाता रहने दें
erase_account-sign_in_again_title = पहले फिर साइन इन करें
erase_account-sign_in_again = ताकि आपके फ़ोन पर कोई और यह न कर सके, फिर साइन इन करें। उसके बाद आपके पास 10 मिनट होंगे।
erase_account-sign_in_again_button = फिर साइन इन करें
erase_account-membership_active = आपकी मेंबरशिप अभी चालू है। पहले काउंटर पर कहकर उसे खत्म करवाएँ।
erase_account-last_owner = इस सैलून के अकेले मालिक आप हैं। पहले किसी और को मालिक बनाएँ।
erase_account-no_email = आपके खाते में पुष्टि के लिए कोई ईमेल पता नहीं है। हमें कॉल करें।

## Offline

offline-title = नेटवर्क नहीं
offline-heading = आप ऑफ़लाइन हैं
offline-lede = नेटवर्क आते ही सब कुछ वहीं मिलेगा, जहाँ छोड़ा था।
offline-try_again = फिर कोशिश करें
offline-call = कॉल अब भी हो सकती है
offline-next_visit = आपका अगला अपॉइंटमेंट, जैसा पिछली बार दिखा था

## Privacy

privacy-title = प्राइवेसी
privacy-description = { $salon } में आपके बारे में क्या रखा जाता है, क्यों और कब तक, और आप उसे कैसे देखें, सुधारें या हमेशा के लिए मिटाएँ।
privacy-lede = { $salon } में आपके बारे में क्या रखा जाता है, क्यों, और आप उसे कैसे देखें, सुधारें या हमेशा के लिए मिटाएँ।
privacy-version = वर्शन { $version }
privacy-kept_heading = हम क्या रखते हैं, और क्यों
privacy-kept_text = सिर्फ़ वही, जो आपके अपॉइंटमेंट के लिए ज़रूरी है:
privacy-kept_name_e_mail = नाम, ईमेल और फ़ोटो
privacy-kept_name_e_mail_why = आपके साइन-इन से मिलते हैं, ताकि आपके अपॉइंटमेंट सिर्फ़ आपको दिखें।
privacy-kept_mobile_number = मोबाइल नंबर
privacy-kept_mobile_number_why = ताकि हम अपॉइंटमेंट के बारे में आपको कॉल कर सकें।
privacy-kept_date_of_birth = जन्मतिथि
privacy-kept_date_of_birth_why = जन्मदिन की बधाई के लिए, अगर आपने ऑफ़र के लिए हाँ कहा है, और यह जानने के लिए कि किसकी उम्र 18 साल से कम है।
privacy-kept_gender = जेंडर
privacy-kept_gender_why = उन सर्विस के लिए जो महिलाओं या पुरुषों के लिए हैं, और यह चुनने के लिए कि आपकी सर्विस कौन करे।
privacy-kept_visits_notes_and = अपॉइंटमेंट, नोट और पसंद
privacy-kept_visits_notes_and_why = ताकि हम तैयारी कर सकें और हमें पता रहे कि आपको किस चीज़ से एलर्जी है।
privacy-kept_invoices_and_payments = बिल और भुगतान
privacy-kept_invoices_and_payments_why = क्योंकि टैक्स कानून में ये ज़रूरी हैं। कार्ड नंबर हमें कभी नहीं दिखता।
privacy-kept_gems_and_memberships = जेम और मेंबरशिप
privacy-kept_gems_and_memberships_why = ताकि आप उन्हें इस्तेमाल कर सकें।
privacy-kept_what_you_said = आपने किसके लिए हाँ और किसके लिए ना कहा
privacy-kept_what_you_said_why = तारीख और इस पेज के वर्शन के साथ।
privacy-kept_devices_you_are = आपके साइन इन किए हुए डिवाइस
privacy-kept_devices_you_are_why = ब्राउज़र का नाम और इंटरनेट पता, ताकि आप खोए हुए फ़ोन से साइन आउट कर सकें।
privacy-kept_how_you_found = आपको हमारे बारे में कैसे पता चला
privacy-kept_how_you_found_why = विज्ञापन का नाम, अगर आपका आना किसी विज्ञापन से हुआ।
privacy-messages_heading = मैसेज
privacy-messages_text = कौन से मैसेज चाहिए, यह अपने खाते में चुनें। जितनी आसानी से हाँ कहा था, उतनी ही आसानी से इसे वहीं कभी भी बदल दें।
privacy-messages_about_your_visits = आपके अपॉइंटमेंट के बारे में
privacy-messages_about_your_visits_why = कन्फ़र्म होने, बदलाव और बिल के मैसेज सर्विस का हिस्सा हैं।
privacy-messages_reminders_and_spa = रिमाइंडर और स्पा के घंटे
privacy-messages_reminders_and_spa_why = बंद किए जा सकते हैं।
privacy-messages_offers_and_birthday = ऑफ़र और जन्मदिन की बधाई
privacy-messages_offers_and_birthday_why = सिर्फ़ तब, जब आपने बॉक्स में निशान लगाया हो; 18 साल से कम उम्र वालों को कभी नहीं। हर ईमेल में इन्हें बंद करने का लिंक होता है।
privacy-others_heading = इसे और कौन देखता है
privacy-others_text = हम किसी को कुछ नहीं बेचते, और इन पेजों पर विज्ञापन का कोई ट्रैकर नहीं है।
privacy-others_your_sign_in = साइन-इन कराने वाली कंपनी
privacy-others_your_sign_in_why = पुष्टि करती है कि आप कौन हैं। आपने क्या बुक किया, यह उसे पता नहीं चलता।
privacy-others_e_mail_and = ईमेल और पुश सूचनाएँ भेजने वाली कंपनियाँ
privacy-others_e_mail_and_why = हमारे मैसेज आप तक पहुँचाती हैं।
privacy-others_your_calendar_app = आपका कैलेंडर ऐप
privacy-others_your_calendar_app_why = अगर आपने उसे अपने कैलेंडर का लिंक दिया है।
privacy-others_authorities = सरकारी विभाग
privacy-others_authorities_why = जहाँ कानून के अनुसार हमें बताना ज़रूरी है।
privacy-time_heading = कब तक
privacy-time_your_account = आपका खाता
privacy-time_your_account_why = जब तक आप उसे न मिटाएँ।
privacy-time_invoices_and_the = बिल और बदलावों का लॉग
privacy-time_invoices_and_the_why = 8 साल, टैक्स कानून के लिए।
privacy-time_copies_of_e = ईमेल की कॉपी
privacy-time_copies_of_e_why = 24 महीने; सूचनाएँ 180 दिन।
privacy-time_a_call_back = कॉल-बैक की रिक्वेस्ट, जिससे कोई अपॉइंटमेंट नहीं हुआ
privacy-time_a_call_back_why = 2 साल।
privacy-time_a_sign_in = साइन-इन
privacy-time_a_sign_in_why = आखिरी इस्तेमाल के 7 दिन बाद तक।
privacy-cookies_heading = कुकी
privacy-cookies_text = सिर्फ़ हमारी अपनी कुछ कुकी, जो पेजों के लिए ज़रूरी हैं: आपका साइन-इन, भाषा, और फ़ॉर्म भरने के बाद का मैसेज। किसी और की कोई कुकी नहीं।
privacy-rights_heading = आपके अधिकार
privacy-rights_text = डिजिटल वैयक्तिक डाटा संरक्षण अधिनियम, 2023 (डिजिटल पर्सनल डेटा प्रोटेक्शन एक्ट) के तहत आपको ये अधिकार हैं:
privacy-rights_see_it = देखने का
privacy-rights_see_it_why = अपने खाते में सब कुछ डाउनलोड करें।
privacy-rights_correct_it = सुधारने का
privacy-rights_correct_it_why = अपने खाते में अपनी जानकारी बदलें, या हमसे कहें।
privacy-rights_erase_it = मिटाने का
privacy-rights_erase_it_why = अपने खाते में मिटाएँ। टैक्स कानून में जो ज़रूरी है वही रहेगा, और कुछ नहीं।
privacy-rights_take_back_a = दी हुई सहमति वापस लेने का
privacy-rights_take_back_a_why = अपने खाते में, या ईमेल में दिए लिंक से।
privacy-rights_name_somebody = नॉमिनी बनाने का
privacy-rights_name_somebody_why = जो आपकी ओर से काम करे, अगर आप न कर सकें। हमें उनका नाम बताएँ।
privacy-rights_complain = शिकायत करने का
privacy-rights_complain_why = पहले हमसे करें, हम 90 दिन में जवाब देते हैं।
privacy-contact = हमसे पूछें
privacy-contact_text = आपके डेटा के बारे में हर सवाल का जवाब { $salon } की ओर से मिलेगा, अंग्रेज़ी में या आपकी भाषा में।
privacy-contact_phone = { $phone } पर कॉल करें
privacy-board = अगर हमारे जवाब से बात न बने, तो भारतीय डाटा संरक्षण बोर्ड (डेटा प्रोटेक्शन बोर्ड ऑफ़ इंडिया) में शिकायत की जा सकती है।
privacy-to_me = मेरा खाता खोलें

## Desk

desk-title = रिसेप्शन
desk-description = { $salon } की टीम के लिए: बुकिंग, ग्राहक और बिल।
desk-sign_in_title = आपको देखकर अच्छा लगा।
desk-sign_in_text = यह टीम के लिए है। उस खाते से साइन इन करें, जो मैनेजर ने जोड़ा है।
desk-sign_in_button = Google से आगे बढ़ें
desk-signed_in = अभी { $name } के खाते से साइन इन है, और यह खाता टीम का नहीं है।
desk-not_team_title = यह सैलून की टीम के लिए है
desk-not_team_text = अगर आप टीम में हैं, तो मैनेजर से इस खाते को जोड़ने के लिए कहें। नहीं तो साइन आउट करें और टीम के खाते से साइन इन करें।
desk-not_allowed_text = अगर आपके पास दूसरा खाता है जिससे यह खुल सकता है, तो पहले साइन आउट करें।
desk-sign_out = साइन आउट करें
desk-api = प्रोग्राम के लिए API

## Desk frame

desk_frame-skip = सीधे मुख्य हिस्से पर जाएँ
desk_frame-main_navigation = मुख्य मेनू
desk_frame-counter = काउंटर
desk_frame-back_office = बैक ऑफ़िस
desk_frame-own = मेरा
desk_frame-today = आज
desk_frame-reports = रिपोर्ट
desk_frame-schedule = शेड्यूल
desk_frame-services = सर्विस
desk_frame-offers = ऑफ़र
desk_frame-team = टीम
desk_frame-settings = सेटिंग
desk_frame-branches = ब्रांच
desk_frame-users = लोग और एक्सेस
desk_frame-salon = सैलून
desk_frame-messages = मैसेज
desk_frame-tiers = प्लान
desk_frame-tags = टैग
desk_frame-imports = इंपोर्ट
desk_frame-exports = एक्सपोर्ट
desk_frame-integrations = इंटीग्रेशन
desk_frame-logs = लॉग
desk_frame-board = बोर्ड
desk_frame-requests = रिक्वेस्ट
desk_frame-bookings = बुकिंग
desk_frame-customers = ग्राहक
desk_frame-leads = लीड
desk_frame-memberships = मेंबरशिप
desk_frame-invoices = बिल
desk_frame-day_close = डे क्लोज़
desk_frame-my_day = मेरा दिन
desk_frame-my_leave = मेरी छुट्टी
desk_frame-me = मेरा खाता
desk_frame-more = और
desk_frame-new_booking = नई बुकिंग
desk_frame-setup = सेटअप
desk_frame-new_short = नई
desk_frame-walk_in = वॉक-इन
desk_frame-branch = ब्रांच
desk_frame-change_branch = { $name }: ब्रांच बदलें
desk_frame-search = कुछ भी खोजें
desk_frame-search_label = ग्राहक, बुकिंग, बिल, लीड और पेज खोजें
desk_frame-results_found = मिले: { "{n}" }
desk_frame-choose = चुनें
desk_frame-open = खोलें
desk_frame-open_visit = अपॉइंटमेंट खोलें
desk_frame-close = बंद करें
desk_frame-notifications = सूचनाएँ
desk_frame-all_notifications = सभी सूचनाएँ
desk_frame-no_news = कुछ नया नहीं।
desk_frame-unread_mark = नई:
desk_frame-unread = { NUMBER($count) } बिना पढ़ी
desk_frame-waiting = बाकी
desk_frame-keys = शॉर्टकट
desk_frame-keys_on = एक बटन वाले शॉर्टकट चालू
desk_frame-errors_title = इसे ठीक करें, फिर भेजें
desk_frame-refused_title = यह नहीं हुआ
desk_frame-optional = ज़रूरी नहीं
desk_frame-undo = वापस लें
desk_frame-unsaved = यह सेव नहीं हुआ है
desk_frame-unsaved_text = अभी छोड़ने पर, जो भरा है वह मिट जाएगा।
desk_frame-unsaved_stay = भरना जारी रखें
desk_frame-unsaved_leave = बिना सेव किए छोड़ें
desk_frame-stale = यह इस बीच बदल गया है।
desk_frame-reload = अभी की स्थिति दिखाएँ
desk_frame-offline = कनेक्शन टूट गया:
desk_frame-role_customer = ग्राहक
desk_frame-role_staff = टीम
desk_frame-role_receptionist = रिसेप्शन
desk_frame-role_manager = मैनेजर
desk_frame-role_owner = मालिक
desk_frame-role_developer = डेवलपर
desk_frame-key_search = खोजें
desk_frame-key_keys = यह सूची
desk_frame-key_new_booking = नई बुकिंग
desk_frame-key_walk_in = वॉक-इन
desk_frame-key_today = बोर्ड पर आज
desk_frame-key_days = पिछला दिन, अगला दिन
desk_frame-key_numbers = बोर्ड पर ब्रांच, रिक्वेस्ट में स्टाफ़
desk_frame-key_arrows = एक अपॉइंटमेंट से दूसरे पर
desk_frame-key_move = दूसरे समय पर रखें: तीर, Enter, Esc
desk_frame-key_start = शुरू करें
desk_frame-key_checkout = बिल बनाएँ
desk_frame-key_next = अगली, पिछली रिक्वेस्ट
desk_frame-key_approve = मंज़ूर करें
desk_frame-key_decline = मना करें

## Desk status

desk_status-pending = जवाब बाकी
desk_status-offered = दूसरा समय सुझाया
desk_status-confirmed = कन्फ़र्म
desk_status-arrived = आ गए
desk_status-in_progress = चल रहा है
desk_status-ready_to_pay = भुगतान के लिए तैयार
desk_status-done = पूरा हुआ
desk_status-no_show = नो-शो
desk_status-cancelled = रद्द
desk_status-rejected = नामंज़ूर

## Board

board-title = बोर्ड
board-day_before = पिछला दिन
board-day_after = अगला दिन
board-today = आज
board-tally_to_come = आने वाले
board-tally_here = यहाँ
board-tally_done = पूरे
board-tally_no_show = नो-शो
board-more = और
board-other_day = कोई और दिन
board-go = जाएँ
board-print = दिन प्रिंट करें
board-block_time = समय ब्लॉक करें
board-nobody = इस ब्रांच में अभी कोई स्टाफ़ नहीं है। मैनेजर टीम में लोग जोड़ सकते हैं।
board-no_roster = इस दिन शेड्यूल में कोई नहीं है।
board-holiday = इस दिन ब्रांच बंद है।
board-holiday_named = इस दिन ब्रांच बंद है: { $name }।
board-region = { $day } का दिन
board-everyone = सभी
board-whose = किसका दिन
board-group_now = अभी
board-group_to_come = आने वाले
board-group_over = हो चुके
board-no_visits = इस दिन अभी कोई अपॉइंटमेंट नहीं।
board-unassigned = स्टाफ़ तय नहीं
board-visits = { $count ->
    [0] कोई अपॉइंटमेंट नहीं
    [one] { $count } अपॉइंटमेंट
   *[other] { $count } अपॉइंटमेंट
 }
board-on_leave = छुट्टी पर
board-leave_asked = छुट्टी माँगी
board-not_at_work = काम पर नहीं
board-back_on = { $day } को वापस
board-has_left = अब टीम में नहीं
board-pause = ब्रेक
board-blocked = ब्लॉक
board-day_closed = दिन बंद
board-guest = { $guest }, { $customer } के मेहमान
board-clash = { $status }, दूसरे अपॉइंटमेंट से टकराता है

## Board queue

board_queue-title = आपके बाकी काम
board_queue-late = देरी
board_queue-late_by = { NUMBER($minutes) } मिनट की देरी
board_queue-call = कॉल करें
board_queue-arrived = आ गए
board_queue-start = शुरू करें
board_queue-checkout = बिल बनाएँ
board_queue-no_show = नो-शो
board_queue-acts = झटपट काम
board_queue-requests = रिक्वेस्ट
board_queue-asked = { $age } पहले भेजी गई
board_queue-just_now = अभी-अभी भेजी गई
board_queue-days = { $days ->
    [one] { $days } दिन
   *[other] { $days } दिन
 }
board_queue-approve = मंज़ूर करें
board_queue-approve_with = { $name }: { $person } के साथ मंज़ूर करें
board_queue-open = खोलें
board_queue-anyone = कोई भी
board_queue-wished = { $name }: { $standing }
board_queue-more = { NUMBER($count) } और
board_queue-waiting = इंतज़ार में
board_queue-since = { $time } से
board_queue-place = किसी को सौंपें
board_queue-give_to = { $name } को सौंपें

## Board move

board_move-title = { $name } का समय बदलें
board_move-now_at = अभी: { $place }।
board_move-hint = दिन चुनें, फिर किसी के कॉलम में समय पर क्लिक करें, या फ़ॉर्म भरें।
board_move-from_to = { $name } · पहले: { $from } · अब: { $to }
board_move-day = तारीख
board_move-time = समय
board_move-person = स्टाफ़
board_move-keep_person = अभी जो स्टाफ़ है
board_move-all_by_one = इस अपॉइंटमेंट में कई स्टाफ़ हैं। किसी एक को चुनने पर पूरा अपॉइंटमेंट उन्हीं का होगा।
board_move-tell = ग्राहक को बताएँ
board_move-submit = समय बदलें
board_move-cancel = रहने दें
board_move-nearest = उस दिन खाली:

## Desk wish

desk_wish-woman = पसंद: महिला स्टाफ़
desk_wish-man = पसंद: पुरुष स्टाफ़
desk_wish-person = पसंद: { $name }
desk_wish-woman_in_line = पसंद: महिला स्टाफ़
desk_wish-man_in_line = पसंद: पुरुष स्टाफ़
desk_wish-person_in_line = पसंद: { $name }
desk_wish-against_woman = ग्राहक ने महिला स्टाफ़ के लिए कहा था।
desk_wish-against_man = ग्राहक ने पुरुष स्टाफ़ के लिए कहा था।
desk_wish-anyway = फिर भी यही स्टाफ़
desk_wish-nobody_free = उस समय पसंद का कोई स्टाफ़ खाली नहीं
desk_wish-a_woman = महिला स्टाफ़
desk_wish-a_man = पुरुष स्टाफ़

## Board blocks

board_blocks-title = ब्लॉक किया समय
board_blocks-about = { $branch }, { $day }
board_blocks-back = बोर्ड पर लौटें
board_blocks-none = इस दिन किसी का समय ब्लॉक नहीं है।
board_blocks-list = इस दिन
board_blocks-remove = ब्लॉक हटाएँ
board_blocks-remove_of = { $name }: { $time } का ब्लॉक हटाएँ
board_blocks-add_title = समय ब्लॉक करें
board_blocks-person = स्टाफ़
board_blocks-day = तारीख
board_blocks-from = कब से
board_blocks-until = कब तक
board_blocks-reason = वजह
board_blocks-reason_hint = बाहर का काम, तबीयत, ट्रेनिंग। टीम को दिखता है, ग्राहकों को नहीं।
board_blocks-add = समय ब्लॉक करें

## No branch

no_branch-none_yet = अभी कोई ब्रांच नहीं है।
no_branch-none_open = ग्राहकों के लिए अभी कोई ब्रांच खुली नहीं है।
no_branch-owner_opens = सैलून की ब्रांच मालिक खोल सकते हैं।

## Requests

requests-title = रिक्वेस्ट
requests-waiting = { $count ->
    [0] कोई रिक्वेस्ट बाकी नहीं
    [one] { $count } रिक्वेस्ट बाकी है
   *[other] { $count } रिक्वेस्ट बाकी हैं, आज की पहले
 }
requests-none = सबको जवाब दे दिया गया।
requests-none_text = नई रिक्वेस्ट यहाँ अपने आप दिखेगी।
requests-to_board = बोर्ड पर जाएँ
requests-pinned = ज़रूरी:
requests-visits = { $count ->
    [0] कोई विज़िट नहीं
    [one] { $count } विज़िट
   *[other] { $count } विज़िट
 }
requests-visits_since = { $count ->
    [one] { $count } विज़िट, पिछली { $last }
   *[other] { $count } विज़िट, पिछली { $last }
 }
requests-first_visit = पहली विज़िट
requests-no_shows = { $count ->
    [one] { $count } नो-शो
   *[other] { $count } नो-शो
 }
requests-needs_approval = मंज़ूरी ज़रूरी
requests-member = मेंबर
requests-asked = { $age } पहले भेजी गई।
requests-asked_now = अभी-अभी भेजी गई।
requests-lapses = { $left } में अपने आप नामंज़ूर हो जाएगी।
requests-lapses_now = कुछ ही मिनट में अपने आप नामंज़ूर हो जाएगी।
requests-lapses_since = { $when } से अपने आप नामंज़ूर होनी थी।
requests-not_before_start = अपॉइंटमेंट के समय से पहले अपने आप नामंज़ूर नहीं होगी।
requests-soon = आज की है, जल्दी जवाब दें।
requests-offered = सुझाया: { $time }, { $staff } के साथ। ग्राहक का जवाब अभी बाकी है।
requests-guest = { $name } के लिए
requests-who = स्टाफ़
requests-wished = { $standing }, ग्राहक की पसंद
requests-nobody_free = उस समय कोई खाली नहीं
requests-nearest = सबसे नज़दीकी समय: { $times }
requests-chart = माँगा गया समय और उस दिन की बुकिंग: { $people }
requests-approve_with = मंज़ूर करें: { $name }
requests-approve_anyway = फिर भी मंज़ूर करें
requests-choose_somebody = फिर भी मंज़ूर करना हो, तो स्टाफ़ चुनें।
requests-offer_one = सुझाएँ: { $time }, { $name }
requests-offer = दूसरा समय सुझाएँ
requests-offer_hint = उस दिन खाली:
requests-no_times = उस दिन कोई समय खाली नहीं।
requests-other_day = दूसरा दिन या स्टाफ़
requests-decline = मना करें…
requests-decline_hint = ग्राहक यह पढ़ेंगे:
requests-other_reason = कोई और वजह
requests-declined = आज नामंज़ूर हुई रिक्वेस्ट
requests-declined_text = जो कॉल करके फिर पूछें, उनके लिए
requests-declined_at = { $time } नामंज़ूर हुई
requests-none_declined = आज कोई रिक्वेस्ट नामंज़ूर नहीं हुई।
requests-again = फिर बुक करें
requests-again_for = { $name } के लिए फिर बुक करें
requests-later = बाद की रिक्वेस्ट
requests-first = पहली रिक्वेस्ट पर लौटें

## Desk booking

desk_booking-title = { $name } का अपॉइंटमेंट
desk_booking-to_board = इस दिन का बोर्ड
desk_booking-close = बंद करें
desk_booking-pinned = ज़रूरी:
desk_booking-visits = विज़िट
desk_booking-spent = खर्च
desk_booking-gems = जेम
desk_booking-hours_left = बाकी घंटे
desk_booking-no_shows = नो-शो
desk_booking-needs_approval = मंज़ूरी ज़रूरी
desk_booking-walk_in = वॉक-इन
desk_booking-guest = { $name } के लिए
desk_booking-nobody_yet = अभी कोई नहीं
desk_booking-total = कुल
desk_booking-customer_note = ग्राहक ने लिखा
desk_booking-conflict = { $staff } के पास { $name } का अपॉइंटमेंट भी है, { $time }।
desk_booking-offered = इसकी जगह सुझाया: { $time }, { $staff } के साथ। जवाब { $until } तक।
desk_booking-past_closing = यह { $end } खत्म होगा, जबकि ब्रांच { $closes } बंद हो जाती है।
desk_booking-closed_weekday = हफ़्ते के उस दिन ब्रांच बंद रहती है।
desk_booking-status_since = { $status } { $time }
desk_booking-rejected_because = नामंज़ूर: { $reason }
desk_booking-cancelled_because = रद्द: { $reason }
desk_booking-history = अब तक क्या हुआ
desk_booking-changes = यह अपॉइंटमेंट बदलें
desk_booking-approve_with = किसके साथ मंज़ूर करें
desk_booking-approve = मंज़ूर करें
desk_booking-arrived = आ गए
desk_booking-start = अभी शुरू करें
desk_booking-checkout = बिल बनाएँ
desk_booking-invoice = बिल
desk_booking-book_again = फिर बुक करें
desk_booking-move_visit = समय बदलें
desk_booking-call = कॉल करें
desk_booking-whatsapp = WhatsApp
desk_booking-whatsapp_text = नमस्ते { $name } जी, { $salon } में { $when } के आपके अपॉइंटमेंट के बारे में:{ " " }
desk_booking-tell = ग्राहक को बताएँ
desk_booking-person = स्टाफ़
desk_booking-day = तारीख
desk_booking-time = समय
desk_booking-reason = वजह
desk_booking-note = नोट
desk_booking-minutes = मिनट
desk_booking-assign = किसी और को सौंपें
desk_booking-assign_button = सौंपें
desk_booking-lines = सर्विस बदलें
desk_booking-lines_hint = एक के बाद एक। जो सर्विस पहले से है, उसकी कीमत वही रहेगी।
desk_booking-lines_button = सर्विस सेव करें
desk_booking-more_lines = और सर्विस
desk_booking-service_of = सर्विस { NUMBER($number) }
desk_booking-person_of = सर्विस { NUMBER($number) } का स्टाफ़
desk_booking-minutes_of = सर्विस { NUMBER($number) } के मिनट
desk_booking-remove_line = हटाएँ
desk_booking-add_line = सर्विस जोड़ें
desk_booking-same_person = अभी जो स्टाफ़ है
desk_booking-choose_person = स्टाफ़ चुनें
desk_booking-choose_time = पहले समय चुनें।
desk_booking-free_on = खाली: { $day }
desk_booking-show_times = समय दिखाएँ
desk_booking-other_time = दूसरा समय या स्टाफ़
desk_booking-move_act = दूसरे समय पर रखें
desk_booking-move_button = समय बदलें
desk_booking-move_back = वापस रखें: { $when }
desk_booking-move_back_with = वापस रखें: { $when }, { $people }
desk_booking-offer = दूसरा समय सुझाएँ
desk_booking-offer_hint = ग्राहक से पूछा जाएगा। वे हाँ या ना कह सकते हैं।
desk_booking-offer_button = यह समय सुझाएँ
desk_booking-cancel = अपॉइंटमेंट रद्द करें
desk_booking-cancel_hint = ग्राहक यह पढ़ेंगे।
desk_booking-cancel_button = अपॉइंटमेंट रद्द करें
desk_booking-cancel_reason_phone = फ़ोन पर रद्द करवाया गया।
desk_booking-cancel_reason_ill = माफ़ करें, आज आपके स्टाइलिस्ट की तबीयत ठीक नहीं है।
desk_booking-cancel_reason_closed = माफ़ करें, उस समय हमें सैलून बंद रखना पड़ेगा।
desk_booking-reject = रिक्वेस्ट नामंज़ूर करें
desk_booking-reject_hint = ग्राहक यह पढ़ेंगे।
desk_booking-reject_button = रिक्वेस्ट नामंज़ूर करें
desk_booking-reject_reason_full = माफ़ करें, उस समय हमारे यहाँ सब फ़ुल है। कोई दूसरा समय चुनें।
desk_booking-reject_reason_away = माफ़ करें, आपकी पसंद के स्टाफ़ उस दिन नहीं हैं।
desk_booking-reject_reason_closed = माफ़ करें, उस समय सैलून बंद रहता है।
desk_booking-reject_reason_call = हमें कॉल करें, ताकि यह अपॉइंटमेंट मिलकर तय कर सकें।
desk_booking-no_show = नहीं आए
desk_booking-no_show_hint = यह ग्राहक के रिकॉर्ड में गिना जाएगा। आधी रात तक वापस लिया जा सकता है।
desk_booking-no_show_button = नो-शो दर्ज करें
desk_booking-add_note = नोट जोड़ें
desk_booking-note_hint = सिर्फ़ टीम के लिए।
desk_booking-note_button = नोट सेव करें
desk_booking-nearest = इसकी जगह खाली:
desk_booking-offer_nearest = इसकी जगह सुझाएँ
desk_booking-free = खाली
desk_booking-unsaved = सर्विस सेव नहीं हुईं
desk_booking-unsaved_text = आपने इस अपॉइंटमेंट की सर्विस बदली हैं। अभी छोड़ने पर बदलाव मिट जाएँगे।
desk_booking-unsaved_save = सर्विस सेव करें
desk_booking-unsaved_stay = बदलना जारी रखें
desk_booking-unsaved_leave = बिना सेव किए छोड़ें
desk_booking-no_lines = अपॉइंटमेंट में कम से कम एक सर्विस ज़रूरी है।
desk_booking-changed_meanwhile = इस बीच किसी ने यह अपॉइंटमेंट बदल दिया। इसे फिर देख लें।
desk_booking-when_with = { $when }, { $people } के साथ
desk_booking-visit_of = { $name }: { $place }।
desk_booking-answered_meanwhile = इस बीच किसी ने इसे बदल दिया। अब इसकी स्थिति: { $status }।

## Ask first

ask_first-busy = उस समय { $name } के पास दूसरा अपॉइंटमेंट है।
ask_first-has_visit = { $name } के पास { $customer } का अपॉइंटमेंट है, { $time }।
ask_first-blocked = उस समय { $name } का समय ब्लॉक है।
ask_first-on_break = उस समय { $name } का ब्रेक है।
ask_first-on_leave = उस दिन { $name } छुट्टी पर हैं।
ask_first-not_at_work = उस समय { $name } काम पर नहीं हैं।
ask_first-holiday = उस दिन ब्रांच बंद है।
ask_first-other_type = { $name } दूसरी सर्विस का काम करते हैं, इस अपॉइंटमेंट की सर्विस का नहीं।
ask_first-passed = वह समय बीत चुका है।
ask_first-day_closed = आज का दिन बंद हो चुका है: दिन फिर खुलने तक इसका बिल नहीं बनेगा।
ask_first-nobodys = उस समय कोई खाली नहीं है: अपॉइंटमेंट रिक्वेस्ट बनकर इंतज़ार में रहेगा।
ask_first-own_visit = उस समय { $name } का दूसरा अपॉइंटमेंट है, { $time }।
ask_first-own_visit_at = उस समय { $name } का दूसरा अपॉइंटमेंट है, { $time }, { $branch }।
ask_first-book_question = { $name } का अपॉइंटमेंट फिर भी बुक करें? समय: { $place }।
ask_first-book_anyway = फिर भी बुक करें
ask_first-move_question = { $name } का अपॉइंटमेंट फिर भी बदलें? नया समय: { $place }।
ask_first-move_anyway = फिर भी बदलें
ask_first-approve_question = { $name } का अपॉइंटमेंट फिर भी मंज़ूर करें? समय: { $place }।
ask_first-approve_anyway = फिर भी मंज़ूर करें
ask_first-assign_question = { $name } का { $when } वाला अपॉइंटमेंट फिर भी { $people } को सौंपें?
ask_first-assign_anyway = फिर भी सौंपें
ask_first-not_begun_yet = { $name } का अपॉइंटमेंट { $when } का है। अभी तो इसका समय ही नहीं हुआ।
ask_first-no_show_question = { $name } के अपॉइंटमेंट में फिर भी नो-शो दर्ज करें?
ask_first-no_show_anyway = फिर भी दर्ज करें
ask_first-other_day = यह अपॉइंटमेंट { $when } का है। बिल आज की तारीख का बनेगा।
ask_first-arrive_question = { $name } का आना फिर भी दर्ज करें?
ask_first-arrive_anyway = फिर भी दर्ज करें
ask_first-start_question = { $name } का अपॉइंटमेंट फिर भी शुरू करें?
ask_first-start_anyway = फिर भी शुरू करें
ask_first-wish_question = { $name } के अपॉइंटमेंट के लिए फिर भी { $people } को चुनें? समय: { $when }।
ask_first-wish_lines_question = { $name } की सर्विस फिर भी सेव करें? अपॉइंटमेंट { $when } का है।
ask_first-leave = रहने दें

## Booking undo

booking_undo-arrive = “आ गए” वापस लें
booking_undo-start = शुरुआत वापस लें
booking_undo-no_show = नो-शो वापस लें
booking_undo-reject = नामंज़ूरी वापस लें
booking_undo-cancel = रद्द करना वापस लें

## Not free

not_free-other_type = दूसरी सर्विस का स्टाफ़
not_free-holiday = ब्रांच बंद
not_free-on_leave = छुट्टी पर
not_free-on_break = ब्रेक पर
not_free-not_at_work = काम पर नहीं
not_free-blocked = ब्लॉक
not_free-busy = व्यस्त
not_free-busy_until = { $time } तक व्यस्त

## Booking steps

booking_steps-asked_online = ऑनलाइन रिक्वेस्ट आई
booking_steps-booked = बुक किया गया
booking_steps-imported = पुराने रिकॉर्ड से लाया गया
booking_steps-session = सेशन दर्ज किया गया
booking_steps-confirmed = कन्फ़र्म किया गया
booking_steps-assigned = स्टाफ़ को सौंपा गया
booking_steps-assigned_back = पहले वाले स्टाफ़ को लौटाया गया
booking_steps-arrived = ग्राहक का आना दर्ज किया गया
booking_steps-started = शुरू किया गया
booking_steps-finished = काम पूरा किया गया
booking_steps-not_finished = “काम पूरा” वापस लिया गया
booking_steps-completed = पूरा हुआ, बिल बना
booking_steps-cancelled = रद्द किया गया
booking_steps-rejected = नामंज़ूर किया गया
booking_steps-lapsed = किसी ने जवाब नहीं दिया, अपने आप नामंज़ूर
booking_steps-no_show = नो-शो दर्ज किया गया
booking_steps-moved = समय या स्टाफ़ बदला गया
booking_steps-moved_back = पहले जैसा किया गया
booking_steps-from_to = { $from } की जगह { $to }।
booking_steps-nobody = कोई नहीं
booking_steps-changed = सर्विस बदली गईं
booking_steps-offered = दूसरा समय सुझाया गया
booking_steps-accepted = सुझाया गया समय मान लिया गया
booking_steps-declined = सुझाए गए समय के लिए मना किया गया
booking_steps-undone = वापस लिया गया
booking_steps-reopened = फिर खोला गया
booking_steps-by = { $what }, { $name } की ओर से
booking_steps-by_customer = { $what }, ग्राहक की ओर से

## New booking

new_booking-title = नया अपॉइंटमेंट
new_booking-text = जो ग्राहक सामने हैं या फ़ोन पर हैं, उनके लिए।
new_booking-open_sent = बुक हुआ अपॉइंटमेंट खोलें
new_booking-kind = प्रकार
new_booking-booking = बुकिंग
new_booking-walk_in = वॉक-इन, अभी
new_booking-branch = ब्रांच
new_booking-customer = ग्राहक
new_booking-search = ग्राहक
new_booking-search_hint = नाम या फ़ोन का कोई हिस्सा।
new_booking-find = खोजें
new_booking-found = ग्राहक चुनें
new_booking-new_customer = नया ग्राहक जोड़ें
new_booking-add_named = नया ग्राहक जोड़ें: “{ $name }”
new_booking-same_phone = वही फ़ोन, पुष्टि नहीं हुई
new_booking-same_phone_of = यह फ़ोन { $name } के नाम पर है। अगर ग्राहक वही हैं, तो सूची में { $name } को चुनें।
new_booking-add_anyway = इसी फ़ोन पर किसी और को जोड़ें
new_booking-visits = { $count ->
    [0] कोई विज़िट नहीं
    [one] { $count } विज़िट
   *[other] { $count } विज़िट
 }
new_booking-last_visit = पिछली { $day } को
new_booking-last_time = पिछली बार
new_booking-close = बोर्ड पर लौटें
new_booking-unsaved = अपॉइंटमेंट अभी बुक नहीं हुआ
new_booking-unsaved_text = अभी छोड़ने पर, जो भरा है वह मिट जाएगा।
new_booking-unsaved_stay = भरना जारी रखें
new_booking-unsaved_leave = बिना बुक किए छोड़ें
new_booking-chosen = चुनी गई सर्विस
new_booking-remove_pattern = { "{name}" } हटाएँ
new_booking-noshows = { $count ->
    [one] { $count } नो-शो
   *[other] { $count } नो-शो
 }
new_booking-name = नाम
new_booking-phone = फ़ोन
new_booking-services = सर्विस
new_booking-filter = सर्विस लिखें, फिर Enter
new_booking-with = किसके साथ
new_booking-anyone = कोई भी
new_booking-anyone_free = जो खाली हो
new_booking-free = खाली
new_booking-nobody = यहाँ इस सर्विस के लिए कोई स्टाफ़ नहीं है।
new_booking-day = तारीख
new_booking-start = शुरू होने का समय
new_booking-now = अभी
new_booking-show_times = समय दिखाएँ
new_booking-other_time = दूसरा समय
new_booking-services_first = पहले सर्विस चुनें, फिर खाली समय दिखेंगे।
new_booking-no_time = इस दिन कोई समय खाली नहीं है।
new_booking-next_days = खाली दिन:
new_booking-next_day = { $count ->
    [one] { $day }, { $count } समय
   *[other] { $day }, { $count } समय
 }
new_booking-past_day = यह दिन बीत चुका है: शुरू होने का समय लिखें और स्टाफ़ चुनें। किसी को नहीं बताया जाएगा।
new_booking-not_together = ये सर्विस एक साथ बुक नहीं होतीं: सैलून और स्पा के अपॉइंटमेंट अलग-अलग बुक करें।
new_booking-services_apart = सर्विस: ये एक साथ बुक नहीं होतीं, सैलून और स्पा के अपॉइंटमेंट अलग-अलग बुक करें।
new_booking-warned = उस समय { $name }: { $reason }। फिर भी बुक किया जा सकता है।
new_booking-warned_live = उस समय { $name }: { $reason }। दूसरा समय या स्टाफ़ चुनें।
new_booking-day_closed = यह दिन बंद हो चुका है: जब तक मैनेजर दिन फिर न खोलें, बिल नहीं बनेगा।
new_booking-day_closed_own = यह दिन बंद हो चुका है: बिल बनाने के लिए पहले दिन फिर खोलें।
new_booking-all_the_same = फिर भी बुक किया जा सकता है।
new_booking-guest = किसी और के लिए
new_booking-guest_hint = मेहमान का नाम, अगर अपॉइंटमेंट ग्राहक के अपने लिए नहीं है।
new_booking-note = नोट
new_booking-from_lead = { $name } की लीड से।
new_booking-gst_included = GST शामिल
new_booking-book = बुक करें
new_booking-start_walk_in = वॉक-इन शुरू करें
new_booking-back = बोर्ड पर लौटें
new_booking-take_time = { $time } चुनें
new_booking-past_by_receptionist = तारीख: आज की या उसके बाद की हो। बीते दिनों की विज़िट मैनेजर दर्ज करते हैं।
new_booking-nobody_free = स्टाफ़: किसी को चुनें, अभी कोई खाली नहीं है। या बाद का समय चुनें।
new_booking-label_customer = ग्राहक
new_booking-label_name = नाम
new_booking-label_phone = फ़ोन
new_booking-label_services = सर्विस
new_booking-label_person = स्टाफ़
new_booking-label_day = तारीख
new_booking-label_start = शुरू होने का समय
new_booking-label_guest = मेहमान
new_booking-label_note = नोट
new_booking-label_branch = ब्रांच

## New booking not free

new_booking_not_free-holiday = ऑफ़ (ब्रांच बंद है)
new_booking_not_free-on_leave = छुट्टी पर
new_booking_not_free-on_break = ब्रेक पर
new_booking_not_free-not_at_work = काम पर नहीं
new_booking_not_free-blocked = ब्लॉक
new_booking_not_free-busy = व्यस्त

## Day filter

day_filter-from = कब से
day_filter-to = कब तक
day_filter-wrong_period = “कब से” की तारीख “कब तक” के बाद की नहीं हो सकती।
day_filter-wrong_from = “कब से” में ऐसी तारीख है जो कैलेंडर में नहीं होती।
day_filter-wrong_to = “कब तक” में ऐसी तारीख है जो कैलेंडर में नहीं होती।
day_filter-unreportable = रिपोर्ट ज़्यादा से ज़्यादा दस साल की बनती है, और 2000 से पहले की नहीं।

## Bookings

bookings-title = बुकिंग
bookings-text = सबसे नया दिन ऊपर।
bookings-next_first = आने वाले अपॉइंटमेंट, सबसे पहला ऊपर।
bookings-earlier = आज तक के सभी
bookings-status = स्थिति
bookings-all_statuses = सभी स्थितियाँ
bookings-kind = प्रकार
bookings-all_kinds = सैलून और स्पा
bookings-salon = सैलून
bookings-spa = स्पा
bookings-branch = ब्रांच
bookings-all_branches = सभी ब्रांच
bookings-search = नंबर, नाम या फ़ोन
bookings-show = दिखाएँ
bookings-number = नंबर
bookings-day = तारीख
bookings-time = समय
bookings-customer = ग्राहक
bookings-guest = { $name } के लिए
bookings-services = सर्विस
bookings-person = स्टाफ़
bookings-nobody = अभी कोई नहीं
bookings-total = कुल
bookings-walk_in = वॉक-इन
bookings-sum = { $count ->
    [one] इस पेज पर { $count } अपॉइंटमेंट
   *[other] इस पेज पर { $count } अपॉइंटमेंट
 }
bookings-next = आगे
bookings-first = पहला पेज
bookings-csv = CSV
bookings-csv_hint = CSV फ़ाइल में ज़्यादा से ज़्यादा 10,000 अपॉइंटमेंट आते हैं। बाकी के लिए कम दिन चुनें।
bookings-empty = आगे कोई अपॉइंटमेंट नहीं है।
bookings-empty_search = “{ $text }” से यहाँ कोई अपॉइंटमेंट नहीं मिला।
bookings-empty_filtered = ऐसा कोई अपॉइंटमेंट नहीं मिला।
bookings-all = सब दिखाएँ
bookings-new_booking = नई बुकिंग

## Checkout

checkout-title = बिल बनाएँ
checkout-title_of = बिल बनाएँ: { $name }
checkout-visit = अपॉइंटमेंट { $number }, { $day } { $time }
checkout-close = अपॉइंटमेंट पर लौटें
checkout-done = क्या-क्या हुआ
checkout-change_lines = सर्विस बदलें
checkout-nobody = स्टाफ़ तय नहीं
checkout-field_rupees = छूट के रुपए
checkout-field_method = भुगतान
checkout-field_reference = रेफ़रेंस
checkout-field_parts = भुगतान का हिस्सा
checkout-field_tip = टिप

## Checkout reduction

checkout_reduction-title = ऑफ़र, जेम या छूट
checkout_reduction-none = कोई ऑफ़र या छूट नहीं
checkout_reduction-suggested_as_promised = ऑफ़र “{ $offer }” चुना गया है: बुकिंग के समय इसका वादा किया गया था।
checkout_reduction-suggested_hours = मेंबरशिप के घंटे चुने गए हैं: इनसे पूरे अपॉइंटमेंट का भुगतान हो जाएगा।
checkout_reduction-suggested_as_largest = ऑफ़र “{ $offer }” चुना गया है: आज के ऑफ़र में सबसे ज़्यादा छूट इसी में है।
checkout_reduction-take_it_off = इसके बिना बिल बनाना हो, तो “कोई ऑफ़र या छूट नहीं” चुनें।
checkout_reduction-lost_promise = बुकिंग के समय ऑफ़र “{ $offer }” का वादा किया गया था, पर अब यह लागू नहीं होता। { $reason }
checkout_reduction-promised_offer = बुकिंग के समय का वादा
checkout_reduction-offer = आज का ऑफ़र
checkout_reduction-gems_for = { $gems ->
    [one] { $service } के लिए { $gems } जेम
   *[other] { $service } के लिए { $gems } जेम
 }
checkout_reduction-gems_stay = { $stay ->
    [0] बैलेंस { NUMBER($balance) }, बाद में कुछ नहीं बचेगा
    [one] बैलेंस { NUMBER($balance) }, बाद में { $stay } बचेगा
   *[other] बैलेंस { NUMBER($balance) }, बाद में { $stay } बचेंगे
 }
checkout_reduction-gems_too_few = बैलेंस में सिर्फ़ { NUMBER($balance) }
checkout_reduction-hours = मेंबरशिप के घंटे
checkout_reduction-hours_left = इसमें { $taken }, बाद में बाकी { $stay }
checkout_reduction-hours_too_few = { $taken } चाहिए, बाकी सिर्फ़ { $left }
checkout_reduction-hand = अपनी ओर से छूट
checkout_reduction-hand_any = प्रतिशत या रुपए, वजह के साथ
checkout_reduction-hand_limit = यहाँ { NUMBER($percent) }% तक छूट दी जा सकती है, यानी { $sum } तक। ज़्यादा छूट मैनेजर दे सकते हैं।
checkout_reduction-hand_not = यहाँ छूट सिर्फ़ मैनेजर दे सकते हैं।
checkout_reduction-percent = प्रतिशत
checkout_reduction-rupees = या रुपए
checkout_reduction-reason = वजह

## Checkout payment

checkout_payment-title = भुगतान
checkout_payment-method_cash = कैश
checkout_payment-method_upi = UPI
checkout_payment-method_card = कार्ड
checkout_payment-split = हिस्सों में
checkout_payment-given = दिया गया कैश
checkout_payment-change = वापस दें: { "{sum}" }
checkout_payment-short = { "{sum}" } और चाहिए
checkout_payment-scan = स्कैन करके भुगतान करें
checkout_payment-code = { $sum } का UPI कोड
checkout_payment-with_tip = { $sum } टिप के साथ
checkout_payment-no_account = इस ब्रांच का UPI खाता अभी नहीं जोड़ा गया है, इसलिए स्कैन करने के लिए कोड नहीं है।
checkout_payment-no_code_yet = UPI से कुछ नहीं लेना है।
checkout_payment-reference = रेफ़रेंस
checkout_payment-split_hint = सब हिस्सों का जोड़ कुल बिल के बराबर होना चाहिए।
checkout_payment-part_method = हिस्सा { NUMBER($number) }: तरीका
checkout_payment-part_amount = हिस्सा { NUMBER($number) }: रुपए
checkout_payment-part_reference = हिस्सा { NUMBER($number) }: रेफ़रेंस
checkout_payment-amount = रुपए
checkout_payment-more_parts = और हिस्से
checkout_payment-left = { $sum } बाकी
checkout_payment-too_much = { $sum } ज़्यादा
checkout_payment-complete = हिस्से पूरे हैं
checkout_payment-tips = टिप
checkout_payment-tip_for = { $name } के लिए, रुपए
checkout_payment-tip_of = { $name } के लिए { $sum } टिप
checkout_payment-tip_method = टिप कैसे दी गई
checkout_payment-tip_same = बिल की तरह; हिस्सों में हो तो सबसे बड़े हिस्से की तरह
checkout_payment-work_out = हिसाब लगाएँ
checkout_payment-take = { $sum } लें, रसीद बनाएँ

## Checkout sums

checkout_sums-title = हिसाब
checkout_sums-subtotal = छूट से पहले का जोड़
checkout_sums-discount = अपनी ओर से छूट
checkout_sums-gems = { $gems ->
    [one] { $gems } जेम
   *[other] { $gems } जेम
 }
checkout_sums-hours = मेंबरशिप के घंटे
checkout_sums-rounding = राउंडिंग
checkout_sums-total = कुल बिल
checkout_sums-tax = इसमें CGST { $rate }% { $cgst }, SGST { $rate }% { $sgst }
checkout_sums-earns = { $gems ->
    [one] { $gems } जेम मिलेगा
   *[other] { $gems } जेम मिलेंगे
 }
checkout_sums-tip = टिप, { $name }
checkout_sums-to_take = कुल लेना है

## Checkout refusals

checkout_refusals-one_of_two = प्रतिशत या रुपए, दोनों में से एक भरें
checkout_refusals-given_too_little = दिया गया कैश { $due } से कम है
checkout_refusals-unknown_choice = इनमें से एक चुनें।
checkout_refusals-above_limit = रिसेप्शन से इतनी छूट नहीं दी जा सकती। मैनेजर दे सकते हैं।
checkout_refusals-gone = यह अब चालू नहीं है।
checkout_refusals-not_counted = { $reason } यह हिसाब इसके बिना है।
checkout_refusals-changed = कुल रकम बदल गई है, अब { $sum } है। एक बार फिर देखें, फिर भुगतान लें।
checkout_refusals-parts = हिस्सों का जोड़ { $sum } है, जबकि कुल रकम { $due } है।
checkout_refusals-parts_not_chosen = हिस्सों में रकम भरी है, पर भुगतान का तरीका दूसरा चुना है। “हिस्सों में” चुनें, या रकमें हटा दें।
checkout_refusals-short_upi_reference = UPI रेफ़रेंस में कम से कम 6 अक्षर होते हैं। रेफ़रेंस न हो तो खाली छोड़ें।
checkout_refusals-part_without_amount = रेफ़रेंस भरा है, पर उसकी रकम खाली है। रकम भरें, या रेफ़रेंस हटा दें।
checkout_refusals-tip_staff = टिप सिर्फ़ उनके लिए हो सकती है जो अभी यहाँ के स्टाफ़ में हैं

## Checkout over

checkout_over-title = इस अपॉइंटमेंट का बिल नहीं बन सकता
checkout_over-day_closed = इस ब्रांच में आज का दिन बंद हो चुका है। मैनेजर से दिन फिर खुलवाएँ, फिर बिल बनाएँ।
checkout_over-day_closed_own = इस ब्रांच में आज का दिन बंद हो चुका है। पहले दिन फिर खोलें, फिर बिल बनाएँ।
checkout_over-completed = इसका बिल पहले ही बन चुका है: बिल { $number }, { $sum }।
checkout_over-invoice = बिल खोलें
checkout_over-receipt = रसीद खोलें
checkout_over-visit = अपॉइंटमेंट पर लौटें
checkout_over-day_close = डे क्लोज़ खोलें
checkout_over-status = इसकी स्थिति है: { $status }। बिल सिर्फ़ कन्फ़र्म या शुरू हो चुके अपॉइंटमेंट का बनता है।

## Receipt

receipt-title = रसीद { $number }
receipt-invoice = टैक्स इनवॉइस
receipt-bill_of_supply = बिल ऑफ़ सप्लाई
receipt-session = मेंबरशिप सेशन
receipt-number = नंबर
receipt-date = तारीख
receipt-customer = ग्राहक
receipt-gstin = GSTIN { $number }
receipt-paid_by = { $method } से भुगतान
receipt-given = दिया गया कैश
receipt-change = वापस दिया
receipt-earned = { $gems ->
    [one] { $gems } जेम मिला
   *[other] { $gems } जेम मिले
 }
receipt-credited = बाद में इसमें से { $sum } का क्रेडिट दिया गया।
receipt-void = यह सेशन वापस किया जा चुका है।
receipt-thanks = धन्यवाद। जल्द फिर मिलेंगे।
receipt-print = प्रिंट करें
receipt-pdf = PDF
receipt-pdf_waits = PDF बन रही है।
receipt-look_again = फिर देखें
receipt-send = { $address } पर भेजें
receipt-no_email = भेजने के लिए ईमेल पता दर्ज नहीं है।
receipt-next = अगला अपॉइंटमेंट?
receipt-in_weeks = { $weeks ->
    [one] { $weeks } हफ़्ते बाद, { $day }
   *[other] { $weeks } हफ़्ते बाद, { $day }
 }
receipt-acts = आगे क्या करें
receipt-open_invoice = बिल खोलें
receipt-open_visit = अपॉइंटमेंट खोलें
receipt-to_board = बोर्ड पर जाएँ

## Invoices

invoices-title = बिल
invoices-method_cash = कैश
invoices-method_upi = UPI
invoices-method_card = कार्ड
invoices-kind_booking = अपॉइंटमेंट
invoices-kind_membership = मेंबरशिप
invoices-kind_membership_hours = मेंबरशिप के घंटे
invoices-reason_name = वजह

## Invoice list

invoice_list-period = अवधि
invoice_list-all_days = सभी दिन
invoice_list-today = आज
invoice_list-this_week = यह हफ़्ता
invoice_list-kind = प्रकार
invoice_list-all_kinds = सभी प्रकार
invoice_list-search = ग्राहक या नंबर
invoice_list-show = दिखाएँ
invoice_list-number = नंबर
invoice_list-when = कब
invoice_list-customer = ग्राहक
invoice_list-what = किसलिए
invoice_list-paid_by = भुगतान का तरीका
invoice_list-total = कुल
invoice_list-state = स्थिति
invoice_list-pdf = PDF
invoice_list-pdf_of = { $number } की PDF
invoice_list-paid = भुगतान हुआ
invoice_list-nothing_due = कुछ बकाया नहीं
invoice_list-hours = घंटे इस्तेमाल हुए
invoice_list-credited = क्रेडिट
invoice_list-credited_part = { $amount } क्रेडिट
invoice_list-voided = रद्द
invoice_list-foot = सभी रकमों में GST शामिल है।
invoice_list-file = CSV
invoice_list-sums = { $count ->
    [one] { $count } बिल में { $total }
   *[other] { $count } बिलों में { $total }
 }
invoice_list-sums_credited = { $count ->
    [one] { $count } बिल में { $total }, { $credited } क्रेडिट
   *[other] { $count } बिलों में { $total }, { $credited } क्रेडिट
 }
invoice_list-older = पुराने
invoice_list-newest = सबसे नए
invoice_list-empty = अभी कोई बिल नहीं है। बिल बनते ही यहाँ दिखेंगे।
invoice_list-empty_filtered = ऐसा कोई बिल नहीं मिला।
invoice_list-all = सभी बिल दिखाएँ

## Invoice

invoice-about = { $kind }, { $day }
invoice-all = सभी बिल
invoice-pdf = PDF
invoice-lines = क्या बिका
invoice-line = सर्विस
invoice-sac = SAC
invoice-price = कीमत
invoice-discount = छूट
invoice-gems = { $gems ->
    [one] { $gems } जेम से भुगतान
   *[other] { $gems } जेम से भुगतान
 }
invoice-line_total = कुल
invoice-sums = हिसाब
invoice-subtotal = छूट से पहले का जोड़
invoice-offer = ऑफ़र: { $name }
invoice-discount_by = छूट, { $who } की ओर से: { $why }
invoice-discount_for = छूट: { $why }
invoice-redeemed = { $gems ->
    [one] { $gems } जेम से भुगतान
   *[other] { $gems } जेम से भुगतान
 }
invoice-taxable = टैक्स योग्य रकम
invoice-cgst = CGST { $rate }%
invoice-sgst = SGST { $rate }%
invoice-not_registered = बिल ऑफ़ सप्लाई: GST नहीं।
invoice-rounding = राउंडिंग
invoice-total = कुल
invoice-credited = क्रेडिट
invoice-left = बाकी
invoice-gems_earned = { $gems ->
    [one] { $gems } जेम मिला
   *[other] { $gems } जेम मिले
 }
invoice-seller = विक्रेता
invoice-customer = ग्राहक
invoice-gstin = GSTIN { $gstin }
invoice-visit = अपॉइंटमेंट
invoice-membership = मेंबरशिप
invoice-payments = भुगतान
invoice-no_payments = कुछ बकाया नहीं था।
invoice-correct = भुगतान सुधारें
invoice-closed_day = इस बिल का दिन बंद हो चुका है: इसके भुगतान अब नहीं बदलेंगे।
invoice-has_note = इसका क्रेडिट नोट बन चुका है: इसके भुगतान अब नहीं बदलेंगे।
invoice-notes = क्रेडिट नोट
invoice-note_about = { $day }, बनाया: { $by }
invoice-note_refund = वापस दिया गया: { $refunds }
invoice-note_gems_taken = { $gems ->
    [one] { $gems } जेम वापस लिया गया
   *[other] { $gems } जेम वापस लिए गए
 }
invoice-note_gems_given = { $gems ->
    [one] { $gems } जेम वापस दिया गया
   *[other] { $gems } जेम वापस दिए गए
 }
invoice-note_without_tax = इसमें टैक्स नहीं है।
invoice-credit = क्रेडिट नोट बनाएँ
invoice-reopen = अपॉइंटमेंट फिर खोलें
invoice-reopen_reason = फिर खोलने की वजह
invoice-reopen_hint = अपॉइंटमेंट वहीं से आगे चलेगा जहाँ बिल से पहले था। उसे बदलकर फिर बिल बनाया जा सकता है।
invoice-voided = रद्द: सेशन { $day } को वापस किया गया।
invoice-send = ईमेल से भेजें
invoice-send_to = { $email } पर जाएगा।
invoice-no_email = ग्राहक का ईमेल पता दर्ज नहीं है।
invoice-print = प्रिंट करें

## Invoice payments

invoice_payments-title = { $number } के भुगतान
invoice_payments-heading = भुगतान कैसे हुआ?
invoice_payments-hint = तरीका या रेफ़रेंस बदलें, जोड़ वही रहेगा: { $total }। जो पंक्ति नहीं चाहिए, उसे खाली छोड़ें।
invoice_payments-payment = भुगतान { NUMBER($number) }
invoice_payments-payments_name = भुगतान
invoice_payments-field_of = भुगतान { NUMBER($number) }, { $field }
invoice_payments-method = तरीका
invoice_payments-amount = रकम (₹)
invoice_payments-reference = रेफ़रेंस
invoice_payments-reason = सुधारने की वजह
invoice_payments-reason_hint = वजह लॉग में रहेगी।
invoice_payments-save = भुगतान सेव करें
invoice_payments-keep = रहने दें
invoice_payments-must_add_up = भुगतान का जोड़ { $total } होना चाहिए, अभी { $sum } है

## Credit note

credit_note-title = { $number } का क्रेडिट नोट
credit_note-heading = क्या क्रेडिट करना है?
credit_note-left = इस बिल में { $left } बाकी है।
credit_note-choose = क्रेडिट
credit_note-whole = पूरा बिल
credit_note-whole_rest = जो भी बाकी है
credit_note-parts = कुछ पंक्तियाँ, या उनका हिस्सा
credit_note-parts_hint = रकम खाली छोड़ें, तो पंक्ति की पूरी बाकी रकम ली जाएगी।
credit_note-lines_name = चुनी गई पंक्तियाँ
credit_note-choose_line = कम से कम एक पंक्ति चुनें
credit_note-line_left = { $left } बाकी
credit_note-line_gems = { $gems ->
    [one] { $gems } जेम इस्तेमाल हुआ
   *[other] { $gems } जेम इस्तेमाल हुए
 }
credit_note-amount_of = { $line } की रकम (₹)
credit_note-show = वापसी दिखाएँ
credit_note-reversed = क्या वापस होगा
credit_note-credited_line = पंक्तियाँ
credit_note-rounding = राउंडिंग
credit_note-tax = इसमें GST
credit_note-total = कुल वापसी
credit_note-gems_taken = { $gems ->
    [one] मिला हुआ { $gems } जेम वापस लिया जाएगा।
   *[other] मिले हुए { $gems } जेम वापस लिए जाएँगे।
 }
credit_note-gems_given = { $gems ->
    [one] इस्तेमाल हुआ { $gems } जेम वापस दिया जाएगा।
   *[other] इस्तेमाल हुए { $gems } जेम वापस दिए जाएँगे।
 }
credit_note-no_gems = ग्राहक के जेम वैसे ही रहेंगे।
credit_note-offer_free = ग्राहक उस दिन फिर ऑफ़र ले सकते हैं।
credit_note-membership_ends = मेंबरशिप और उसके बाकी घंटे खत्म हो जाएँगे।
credit_note-without_tax = टैक्स सुधारने का समय निकल चुका है: क्रेडिट नोट में टैक्स नहीं होगा, और यह उस पर लिखा होगा।
credit_note-spend = ग्राहक का अब तक का खर्च इतना ही घट जाएगा। विज़िट गिनी जाती रहेगी।
credit_note-refund = पैसे कैसे लौटाए जाएँगे
credit_note-as_paid = जैसे भुगतान हुआ था: { $refunds }
credit_note-nothing_back = कोई पैसा वापस नहीं दिया जाएगा।
credit_note-all_by = पूरा { $method } से
credit_note-reason = वजह
credit_note-reason_hint = क्रेडिट नोट पर छपेगी।
credit_note-issue = { $total } क्रेडिट करें
credit_note-issue_gems = जेम वापस दें
credit_note-back = बिल पर लौटें
credit_note-changed = यह बिल इस बीच बदल गया है। अब क्या क्रेडिट होगा, एक बार फिर देखें।

## Invoice wait

invoice_wait-title = PDF बन रही है
invoice_wait-text = { $number } की PDF बनते ही यहाँ खुल जाएगी।
invoice_wait-long = थोड़ी ज़्यादा देर लग रही है। कुछ मिनट बाद फिर देखें।
invoice_wait-look_again = फिर देखें
invoice_wait-back = बिल पर लौटें

## Day close

day_close-title = डे क्लोज़
day_close-about = { $day }, { $branch }
day_close-print = प्रिंट करें
day_close-day = तारीख
day_close-branch = ब्रांच
day_close-show = दिखाएँ
day_close-day_before = पिछला दिन
day_close-day_after = अगला दिन
day_close-figures = कमाई
day_close-taken = कुल कमाई
day_close-invoices = { $count ->
    [one] { $count } बिल
   *[other] { $count } बिल
 }
day_close-refunds = { $count ->
    [one] { $count } वापसी, { $sum }
   *[other] { $count } वापसी, { $sum }
 }
day_close-tips = टिप { $sum }
day_close-sessions = { $count ->
    [one] { $count } सेशन पर्ची
   *[other] { $count } सेशन पर्चियाँ
 }
day_close-unpaid = { $sum } के बिल बने, भुगतान बकाया लिखा है
day_close-books_differ = { $sum } के बिल बने, पर न भुगतान हुआ, न बकाया लिखा गया। अपने मैनेजर को बताएँ।
day_close-count = गल्ला गिनें
day_close-count_hint = हर नोट और सिक्के की गिनती लिखें। जोड़ लिखते समय या दिन बंद करने पर अपने आप बनेगा।
day_close-how_many = { $worth } के नोट या सिक्के
day_close-float = सुबह का कैश
day_close-float_hint = पहले ग्राहक के आने से पहले गल्ले में जो कैश था, ₹ में।
day_close-counted = गिना गया कैश
day_close-counted_hint = ₹ में, सुबह के कैश के साथ। खाली छोड़ें, तो ऊपर के नोट और सिक्के जोड़े जाएँगे।
day_close-agrees = क्या हिसाब मिलता है?
day_close-cash_from_invoices = बिलों से कैश
day_close-cash_tips = कैश में टिप
day_close-cash_refunds = कैश में वापसी
day_close-cash_movements = डाला और निकाला
day_close-cash_of_day = दिन का कैश
day_close-expected_with_float = होना चाहिए, सुबह के कैश के साथ
day_close-difference = अंतर
day_close-is_off = हिसाब नहीं मिल रहा। फिर गिनें, या वजह लिखकर बंद करें।
day_close-is_right = पाई-पाई का हिसाब मिल गया।
day_close-note_hint = अंतर ₹100 से ज़्यादा हो, तो ज़रूरी।
day_close-needs_note = अंतर { $difference } है: नोट में वजह लिखें।
day_close-close = दिन बंद करें
day_close-confirm_title = { $day } का दिन बंद करें?
day_close-confirm = हाँ, दिन बंद करें
day_close-count_again = फिर गिनें
day_close-has_changed = आपके “हाँ” कहने के बाद हिसाब बदल गया है। एक बार फिर जाँच लें।
day_close-then_a_manager = अंतर की वजह से इसे सिर्फ़ मैनेजर फिर खोल सकते हैं।
day_close-reopened_by_manager = मैनेजर इस दिन को फिर खोल सकते हैं।
day_close-close_hint = इसके बाद इस दिन के पैसों में कुछ नहीं बदलेगा, जब तक दिन फिर से न खोला जाए।
day_close-closed = दिन बंद है
day_close-closed_by = बंद किया: { $name }, { $when }।
day_close-closed_hint = इस दिन के लिए अब बिल, बिक्री, क्रेडिट नोट, सुधार और कैश का लेन-देन नहीं हो सकता।
day_close-note = नोट
day_close-reopen = दिन फिर खोलें
day_close-reopen_reason = फिर खोलने की वजह
day_close-reopen_hint = इसके बाद दिन में बदलाव हो सकते हैं, और नई गिनती के साथ उसे फिर बंद करना होगा।
day_close-still_open = अभी बाकी
day_close-unpaid_visits = { $count ->
    [one] { $count } अपॉइंटमेंट का भुगतान अभी बाकी है: { $sum }।
   *[other] { $count } अपॉइंटमेंट का भुगतान अभी बाकी है: { $sum }।
 }
day_close-visits_to_come = { $count ->
    [one] { $count } अपॉइंटमेंट अभी होना है। दिन बंद करने के बाद उसका बिल नहीं बनेगा।
   *[other] { $count } अपॉइंटमेंट अभी होने हैं। दिन बंद करने के बाद उनके बिल नहीं बनेंगे।
 }
day_close-visits_to_come_closed = { $count ->
    [one] { $count } अपॉइंटमेंट अभी होना है। दिन फिर खुलने तक उसका बिल नहीं बनेगा।
   *[other] { $count } अपॉइंटमेंट अभी होने हैं। दिन फिर खुलने तक उनके बिल नहीं बनेंगे।
 }
day_close-show_visits_to_come = दिखाएँ
day_close-open_requests = { $count ->
    [one] { $count } रिक्वेस्ट का जवाब बाकी है। दिन बंद करने के बाद उसका बिल नहीं बनेगा।
   *[other] { $count } रिक्वेस्ट का जवाब बाकी है। दिन बंद करने के बाद उनके बिल नहीं बनेंगे।
 }
day_close-open_requests_closed = { $count ->
    [one] { $count } रिक्वेस्ट का जवाब बाकी है। दिन फिर खुलने तक उसका बिल नहीं बनेगा।
   *[other] { $count } रिक्वेस्ट का जवाब बाकी है। दिन फिर खुलने तक उनके बिल नहीं बनेंगे।
 }
day_close-open_requests_of_past_day = { $count ->
    [one] { $count } रिक्वेस्ट का जवाब बाकी है।
   *[other] { $count } रिक्वेस्ट का जवाब बाकी है।
 }
day_close-visit_to_come = { $time }, { $name }, { $status }
day_close-checkout_of = { $name }, बिल बनाएँ
day_close-visit_of = { $name }, { $status }
day_close-movements = कैश का लेन-देन
day_close-no_movements = बिक्री के अलावा कैश का कोई लेन-देन नहीं हुआ।
day_close-movement_about = { $time }, { $name }
day_close-record = कैश दर्ज करें
day_close-direction = डाला या निकाला?
day_close-paid_in = डाला
day_close-paid_out = निकाला
day_close-amount = रकम (₹)
day_close-reason = किसलिए?
day_close-record_button = दर्ज करें
day_close-choose_direction = चुनें कि कैश डाला या निकाला
day_close-earlier = पिछले दिन
day_close-no_earlier = इससे पहले कोई दिन बंद नहीं हुआ।
day_close-older = पुराने
day_close-closed_by_head = किसने बंद किया
day_close-does_not_match = गिना गया कैश नोट और सिक्कों के जोड़ से अलग है, जो { $sum } है। दोनों में से एक ठीक करें या खाली छोड़ें
day_close-today_closed = आज का दिन बंद है: कैश अब अगले दिन, या दिन फिर खुलने पर दर्ज होगा।

## Customers

customers-title = ग्राहक
customers-total = { $count ->
    [one] { $count } ग्राहक
   *[other] { $count } ग्राहक
 }
customers-found = { $count ->
    [0] कोई नहीं मिला
    [one] { $count } ग्राहक मिला
   *[other] { $count } ग्राहक मिले
 }
customers-add = ग्राहक जोड़ें
customers-search = नाम, फ़ोन या ईमेल
customers-search_button = खोजें
customers-tag = टैग
customers-every_tag = सभी टैग
customers-sorted_by = क्रम
customers-sort_spent = खर्च
customers-sort_visits = विज़िट
customers-sort_last_visit = पिछली विज़िट
customers-sort_name = नाम
customers-sort_gems = जेम
customers-sort_no_shows = नो-शो
customers-name = नाम
customers-phone = फ़ोन
customers-email = ईमेल
customers-contact = संपर्क
customers-call = { $name } को कॉल करें
customers-whatsapp = WhatsApp
customers-never = कभी नहीं
customers-nobody = “{ $typed }” नाम का कोई ग्राहक नहीं मिला। नया जोड़ें?
customers-nobody_yet = अभी कोई ग्राहक नहीं है।
customers-nobody_with_tag = इस टैग का कोई ग्राहक नहीं है।
customers-show_everybody = सभी दिखाएँ
customers-previous = पीछे
customers-next = आगे
customers-page_of = पेज { NUMBER($page) }, कुल { NUMBER($pages) }
customers-new_title = नया ग्राहक
customers-new_lead = बिना बुकिंग आए या फ़ोन करने वाले ग्राहक के लिए। बाद में इसी ईमेल से साइन इन करने पर उन्हें यही रिकॉर्ड मिलेगा।
customers-gender = जेंडर
customers-gender_female = महिला
customers-gender_male = पुरुष
customers-gender_other = अन्य
customers-gender_undisclosed = नहीं बताया
customers-gender_open = नहीं पूछा
customers-date_of_birth = जन्मतिथि
customers-phone_hint = 10 अंक, +91 के साथ या बिना।
customers-save_new = ग्राहक जोड़ें
customers-add_all_the_same = फिर भी जोड़ें
customers-same_title = शायद वही ग्राहक
customers-same_text = यह फ़ोन या ईमेल पहले से किसी ग्राहक का है। परिवार में एक ही फ़ोन हो सकता है, पर एक व्यक्ति यहाँ दो बार नहीं होना चाहिए।
customers-same_phone_unproven = वही फ़ोन, पुष्टि नहीं हुई
customers-open_instead = खोलें
customers-cancel = रहने दें
customers-back = ग्राहक
customers-merge_title = दो रिकॉर्ड मिलाएँ
customers-merge_text = जब एक ही व्यक्ति के दो रिकॉर्ड हों। सब कुछ उस रिकॉर्ड में चला जाएगा जो रहेगा, और दूसरा खाली हो जाएगा। इसे वापस नहीं लिया जा सकता।
customers-merge_not_customer = सिर्फ़ ग्राहकों के रिकॉर्ड मिलाए जा सकते हैं, टीम के लोगों के नहीं।
customers-merge_self = यह वही रिकॉर्ड है। कोई और चुनें।
customers-merge_unknown = ऐसा ग्राहक अब नहीं है। कोई और चुनें।
customers-stays = कौन सा रिकॉर्ड रहेगा?
customers-record_this = यह रिकॉर्ड
customers-record_other = दूसरा रिकॉर्ड
customers-stays_choice = { $record } रहेगा: { $name }
customers-field = जानकारी
customers-together = मिलाकर
customers-late_cancellations = देर से रद्द
customers-no_shows = नो-शो
customers-tags = टैग
customers-membership = मेंबरशिप
customers-merge_also = नोट, बिल और साइन-इन भी साथ जाएँगे। फ़ोन, ईमेल या नाम दोनों में हो, तो उसी रिकॉर्ड का बचेगा जो रहेगा।
customers-access_gained = फिर { $one } के साइन-इन से { $other } का सब कुछ दिखेगा: अपॉइंटमेंट, नोट, बिल, जेम और मेंबरशिप।
customers-access_ended = फिर { $one } के साइन-इन से { $other } का सब कुछ दिखेगा: अपॉइंटमेंट, नोट, बिल, जेम और मेंबरशिप। { $other } का साइन-इन बंद हो जाएगा।
customers-access_both = फिर { $one } के साइन-इन से और { $other } के साइन-इन से दोनों का सब कुछ दिखेगा: अपॉइंटमेंट, नोट, बिल, जेम और मेंबरशिप।
customers-access_later = { $email } से अभी किसी ने साइन इन नहीं किया है। बाद में इस पते से हुआ साइन-इन { $name } का माना जाएगा।
customers-access_nobody = इन दोनों में से किसी रिकॉर्ड का साइन-इन नहीं है, इसलिए किसी को नया एक्सेस नहीं मिलेगा।
customers-phone_unproven = फ़ोन नंबर से कुछ साबित नहीं होता: अपनी प्रोफ़ाइल में कोई भी नंबर लिखा जा सकता है। ग्राहक से पूछ लें, जैसे यह कि साइन-इन किस ईमेल से है।
customers-kept_name = जो रिकॉर्ड रहेगा, उसका नाम लिखें
customers-kept_name_hint = क्योंकि किसी के साइन-इन या ईमेल को रिसेप्शन के बनाए रिकॉर्ड का एक्सेस मिल रहा है।
customers-kept_name_wrong = जो रिकॉर्ड रहेगा, उसका नाम लिखें।
customers-merge_sure = मैंने दोनों देख लिए: ये एक ही व्यक्ति के हैं
customers-merge_not_sure = निशान लगाएँ कि दोनों एक ही व्यक्ति के हैं।
customers-merge_button = मिलाएँ
customers-two_memberships = दोनों की मेंबरशिप चालू है। पहले एक रद्द करें।
customers-nothing = कुछ नहीं
customers-to_customer = ग्राहक पर लौटें
customers-edit_title = ग्राहक की जानकारी बदलें
customers-email_opens = बाद में इस पते से साइन इन करने पर इस ग्राहक का सब कुछ दिखेगा: अपॉइंटमेंट, बिल, जेम और मेंबरशिप।
customers-email_signed_in = ग्राहक इसी पते से साइन इन करते हैं, इसलिए इसे सिर्फ़ वही बदल सकते हैं।
customers-gstin = GSTIN
customers-gstin_hint = 15 अक्षर, आगे के बिलों पर छपेंगे।
customers-legal_name = बिल पर नाम
customers-billing_address = बिल का पता
customers-for_invoices = बिल के लिए
customers-save_contact = सेव करें
customers-not_a_customer = यहाँ सिर्फ़ ग्राहकों की जानकारी बदली जा सकती है, टीम की नहीं।
customers-erase = ग्राहक का डेटा मिटाएँ
customers-erase_title = ग्राहक का डेटा मिटाएँ
customers-erase_text = { $name } का सारा निजी डेटा मिटा दिया जाएगा और आने वाले अपॉइंटमेंट रद्द हो जाएँगे। बिलों में वही रहेगा जो टैक्स कानून में ज़रूरी है। इसे वापस नहीं लिया जा सकता।
customers-erase_phone = ग्राहक का फ़ोन लिखें
customers-erase_name = ग्राहक का नाम लिखें
customers-erase_button = हमेशा के लिए मिटाएँ
customers-erase_signed_in = इस ग्राहक का अपना साइन-इन है, वे अपना डेटा खुद मिटा सकते हैं।
customers-erase_confirm = पुष्टि
customers-erased_title = मिटाया गया ग्राहक
customers-erased_on = निजी डेटा { $day } को मिटाया गया। विज़िट और बिल बिना नाम के रहेंगे, क्योंकि कानून में यह ज़रूरी है।
customers-no_profile = साइन इन हो चुका है, पर फ़ोन और जन्मदिन अभी नहीं बताया। बाकी जानकारी प्रोफ़ाइल भरने पर दिखेगी।

## Customer

customer-sell_membership = मेंबरशिप बेचें
customer-book = बुक करें
customer-edit = बदलें
customer-add_tag = टैग
customer-choose_tag = टैग चुनें
customer-no_more_tags = और कोई टैग नहीं है।
customer-add_tag_button = जोड़ें
customer-remove_tag = टैग हटाएँ: { $name }
customer-no_phone = फ़ोन नंबर नहीं
customer-birthday_today = आज जन्मदिन है
customer-birthday_on = { $day } को जन्मदिन
customer-needs_approval = हर बुकिंग के लिए मंज़ूरी ज़रूरी
customer-pinned = ध्यान रखें
customer-change_pinned = बदलें
customer-visits = विज़िट
customer-first_visit_pending = अभी कोई विज़िट नहीं
customer-every_weeks = { $weeks ->
    [one] करीब हर हफ़्ते
   *[other] करीब हर { $weeks } हफ़्ते में
 }
customer-last_visit = पिछली विज़िट { $day } को
customer-spent = खर्च
customer-average = औसत बिल { $money }
customer-nothing_spent = अभी कुछ नहीं
customer-gems = जेम
customer-gems_expire = { $gems ->
    [one] { $gems } जेम { $day } तक खत्म होगा
   *[other] { $gems } जेम { $day } तक खत्म होंगे
 }
customer-gems_none_expire = अभी कोई खत्म नहीं हो रहा
customer-missed = नो-शो
customer-late = { $count ->
    [0] देर से कोई रद्द नहीं
    [one] देर से रद्द: { $count }
   *[other] देर से रद्द: { $count }
 }
customer-tabs = इस ग्राहक के बारे में
customer-tab_visits = विज़िट
customer-tab_notes = नोट
customer-tab_invoices = बिल
customer-tab_gems = जेम
customer-tab_membership = मेंबरशिप
customer-tab_duplicates = डुप्लिकेट
customer-person = ग्राहक की जानकारी
customer-birthday = जन्मदिन
customer-reminders = रिमाइंडर
customer-membership_messages = मेंबरशिप के मैसेज
customer-offers = ऑफ़र
customer-on = चालू
customer-off = बंद
customer-agreed = सहमति दी
customer-not_agreed = सहमति नहीं
customer-consents_hint = इन्हें सिर्फ़ ग्राहक खुद बदल सकते हैं।
customer-since = कब से ग्राहक
customer-invoiced_to = बिल किसके नाम
customer-unknown = पता नहीं
customer-bookings_card = नो-शो
customer-noshow_count = नो-शो की संख्या
customer-requires_approval = हर बुकिंग के लिए मंज़ूरी ज़रूरी
customer-save = सेव करें
customer-hours_left = { $total } में से { $left } बाकी
customer-hours_left_label = { $total } में से { $left } बाकी
customer-until = { $day } तक
customer-when = कब
customer-visit = अपॉइंटमेंट
customer-services = सर्विस
customer-with = स्टाफ़
customer-sum = कुल
customer-status = स्थिति
customer-anyone = कोई भी
customer-no_visits = अभी कोई विज़िट नहीं।
customer-no_older_visits = इससे पुरानी कोई विज़िट नहीं है।
customer-older_visits = पुरानी विज़िट
customer-newest_visits = सबसे नई विज़िट
customer-write_note = नोट लिखें
customer-note = नोट
customer-note_visit = किस अपॉइंटमेंट का
customer-note_no_visit = किसी एक का नहीं
customer-save_note = नोट सेव करें
customer-pinned_note = ज़रूरी नोट
customer-pinned_hint = इस पेज पर और हर अपॉइंटमेंट में सबसे ऊपर दिखता है, जैसे कोई एलर्जी। ज़्यादा से ज़्यादा 500 अक्षर।
customer-pinned_meanwhile = इस बीच किसी ने दूसरा ज़रूरी नोट लिख दिया है। वह ऊपर दिख रहा है; उसकी जगह अपना रखना हो तो फिर सेव करें।
customer-save_pinned = ज़रूरी नोट रखें
customer-unpin = ऊपर से हटाएँ
customer-pin = ऊपर रखें
customer-pin_note = { $day } का नोट ऊपर रखें
customer-no_notes = अभी कोई नोट नहीं।
customer-about_visit = अपॉइंटमेंट का नोट
customer-notes_list = नोट
customer-older_notes = पुराने नोट
customer-newest_notes = सबसे नए नोट
customer-invoice = बिल
customer-day = तारीख
customer-kind = किसलिए
customer-kind_service = अपॉइंटमेंट
customer-kind_membership = मेंबरशिप
customer-kind_session = मेंबरशिप सेशन
customer-paid_by = भुगतान का तरीका
customer-cash = कैश
customer-upi = UPI
customer-card = कार्ड
customer-voided = रद्द
customer-credited = { $money } क्रेडिट
customer-no_invoices = अभी कोई बिल नहीं।
customer-older_invoices = पुराने बिल
customer-newest_invoices = सबसे नए बिल
customer-gems_summary = बैलेंस { NUMBER($balance) } जेम। अब तक { NUMBER($earned) } मिले, { NUMBER($redeemed) } इस्तेमाल हुए।
customer-what = किसलिए
customer-change = बदलाव
customer-no_gems = अभी कोई जेम नहीं।
customer-adjust_gems = जेम दें या घटाएँ
customer-give = दें
customer-take = घटाएँ
customer-direction = दें या घटाएँ
customer-amount = जेम
customer-reason = वजह
customer-reason_hint = यह ग्राहक को दिखेगी।
customer-adjust = जेम बदलें
customer-older_gems = पुराने
customer-newer_gems = और नए
customer-past = पिछली मेंबरशिप
customer-no_membership = कोई मेंबरशिप नहीं।
customer-open_membership = घंटे और सेशन
customer-expired = खत्म
customer-cancelled = रद्द
customer-begins = { $day } से शुरू
customer-active = चालू
customer-paid = भुगतान { $money }
customer-no_duplicates = यह नंबर और किसी ग्राहक का नहीं है।
customer-same_phone = यही फ़ोन नंबर
customer-duplicates_text = शायद वही व्यक्ति है, घर का कोई और, या किसी ने बस यह नंबर लिख दिया। सिर्फ़ फ़ोन नंबर से बात पक्की नहीं होती।
customer-merge = मिलाएँ
customer-merge_with_label = { $name } के साथ मिलाएँ
customer-other_record = इसी व्यक्ति का दूसरा रिकॉर्ड
customer-nobody_found = और कोई नहीं मिला।
customer-visits_count = { $count ->
    [0] कोई विज़िट नहीं
    [one] { $count } विज़िट
   *[other] { $count } विज़िट
 }

## Leads

leads-title = लीड
leads-lane_new = नई
leads-lane_called = कॉल हो गई
leads-lane_booked = बुकिंग हो गई
leads-lane_came = ग्राहक आ गए
leads-lane_lost = छूट गई
leads-status_new = नई
leads-status_contacted = कॉल हो गई
leads-status_follow_up = फिर कॉल करें
leads-status_booked = बुकिंग हो गई
leads-status_won = ग्राहक आ गए
leads-status_lost = छूट गई
leads-move_new = नई
leads-move_contacted = कॉल कर ली
leads-move_follow_up = फिर कॉल बाकी
leads-move_booked = बुकिंग हो गई
leads-move_won = ग्राहक आ गए
leads-move_lost = छूट गई…
leads-waiting = { $count ->
    [one] { $shown } लीड बहुत देर से इंतज़ार में है
   *[other] { $shown } लीड बहुत देर से इंतज़ार में हैं
 }
leads-none_waiting = कोई लीड देर से इंतज़ार में नहीं
leads-at_least = { NUMBER($count) }+
leads-view = कैसे दिखाएँ
leads-columns = कॉलम
leads-list = सूची
leads-add = जोड़ें
leads-search = नाम या फ़ोन
leads-find = खोजें
leads-none_found = “{ $typed }” नाम या फ़ोन की कोई लीड नहीं मिली।
leads-more = { $count } और
leads-newest = सबसे नई
leads-older = पुरानी
leads-everything = सभी
leads-waiting_long = बहुत देर से बाकी
leads-empty_lane = यहाँ कोई नहीं।
leads-empty = यहाँ कोई लीड नहीं। लीड आपके विज्ञापनों और कॉल-बैक फ़ॉर्म से आती हैं, या यहाँ जोड़ी जाती हैं।
leads-just_now = अभी-अभी
leads-hours_ago = { NUMBER($hours) } घंटे पहले
leads-days = { $days ->
    [one] { $days } दिन
   *[other] { $days } दिन
 }
leads-days_ago = { $days ->
    [one] { $days } दिन पहले
   *[other] { $days } दिन पहले
 }
leads-waits = बहुत देर से इंतज़ार में
leads-call = कॉल करें
leads-call_person = { $name } को कॉल करें
leads-whatsapp = WhatsApp
leads-whatsapp_text = नमस्ते { $name } जी, हम { $salon } से हैं।
leads-book = बुक करें
leads-menu = { $name } का आगे क्या हुआ
leads-take = मुझे सौंपें
leads-source_manual = रिसेप्शन पर जोड़ी गई
leads-source_website = कॉल-बैक फ़ॉर्म
leads-source_meta_ad = विज्ञापन
leads-source_phone_call = फ़ोन कॉल
leads-name = नाम
leads-phone = फ़ोन
leads-email = ईमेल
leads-service = किसमें रुचि
leads-no_service = अभी पता नहीं
leads-source = कहाँ से आई
leads-heard = हमारे बारे में कैसे पता चला
leads-heard_hint = दोस्त से, सामने से गुज़रते हुए, इंस्टाग्राम …
leads-note = नोट
leads-status = स्थिति
leads-age = ताज़ा हाल
leads-who = ज़िम्मेदारी
leads-nobody = अभी कोई नहीं
leads-me = { $name } (मैं)
leads-assign = ज़िम्मेदारी
leads-assign_button = सेव करें
leads-new_title = लीड जोड़ें
leads-new_text = जिसने पूछा है, पर अभी बुक नहीं किया।
leads-new_button = जोड़ें
leads-details = जानकारी
leads-asked = पूछताछ
leads-last_contact = पिछला संपर्क
leads-campaign = कैंपेन
leads-utm_source = स्रोत
leads-utm_medium = माध्यम
leads-utm_campaign = कैंपेन
leads-utm_content = कॉन्टेंट
leads-utm_term = कीवर्ड
leads-booking = बुकिंग
leads-notes = नोट
leads-no_notes = अभी कोई नोट नहीं।
leads-note_label = नया नोट
leads-note_button = नोट जोड़ें
leads-note_about = { $name }, { $when }
leads-history = अब तक
leads-stage_new = पूछताछ आई
leads-stage_contacted = कॉल हो गई
leads-stage_follow_up = फिर कॉल बाकी
leads-stage_booked = बुकिंग हो गई
leads-stage_won = ग्राहक आ गए
leads-stage_lost = छूट गई
leads-spoken_again = पिछला संपर्क
leads-next = आगे क्या?
leads-over = यह लीड निपट चुकी है।
leads-moved_meanwhile = इसे अभी किसी और ने बदल दिया। अब इस लीड की स्थिति: “{ $status }”।
leads-lost_title = { $name } की लीड छूट गई
leads-lost_text = क्यों? अगला विज्ञापन चुनने में यह काम आएगा।
leads-lost_already = इस लीड की स्थिति “{ $status }” है, अब इसे “छूट गई” नहीं किया जा सकता।
leads-why = क्यों?
leads-why_name = वजह
leads-reason_far = बहुत दूर है
leads-reason_dear = बहुत महँगा है
leads-reason_elsewhere = कहीं और चले गए
leads-reason_silent = जवाब नहीं मिलता
leads-reason_wrong = गलत नंबर
leads-reason_other = कोई और वजह
leads-unknown_reason = इनमें से कोई वजह चुनें
leads-reason = अपने शब्दों में
leads-reason_required = लीड छूटने की वजह बताना ज़रूरी है
leads-lost_button = छूट गई
leads-back = पीछे

## Memberships

memberships-title = मेंबरशिप
memberships-about = एडवांस में लिए गए स्पा के घंटे
memberships-sell = बेचें
memberships-tier = प्लान
memberships-every_tier = सभी प्लान
memberships-status = स्थिति
memberships-every_status = सभी स्थितियाँ
memberships-status_active = चालू
memberships-status_over = खत्म
memberships-status_cancelled = रद्द
memberships-not_begun = { $day } से
memberships-show = दिखाएँ
memberships-number = नंबर
memberships-customer = ग्राहक
memberships-hours_left = बाकी घंटे
memberships-left_of = { $total } में से { $left }
memberships-ends = कब तक
memberships-newest = सबसे नई
memberships-older = पुरानी
memberships-empty = यहाँ कोई मेंबरशिप नहीं। पहली मेंबरशिप बेचें।
memberships-sell_title = मेंबरशिप बेचें
memberships-who = मेंबरशिप किसके लिए?
memberships-find = नाम, फ़ोन या ईमेल
memberships-find_button = खोजें
memberships-none_found = “{ $typed }” नाम का कोई नहीं मिला।
memberships-new_customer = ग्राहक जोड़ें
memberships-another = कोई और
memberships-no_phone = फ़ोन नंबर नहीं
memberships-already_active = { $name } की मेंबरशिप { $number } अभी चालू है। उसके खत्म होने पर दूसरी बेची जा सकती है।
memberships-open_it = खोलें
memberships-no_tiers = अभी कोई प्लान बिक्री में नहीं है। मैनेजर प्लान जोड़ सकते हैं।
memberships-what = कौन सा प्लान?
memberships-tier_about = { $days ->
    [one] { $hours }, { $price }, { $days } दिन
   *[other] { $hours }, { $price }, { $days } दिन
 }
memberships-hours = घंटे
memberships-hours_hint = जैसे 10, 2.5 या 1:40
memberships-not_hours = घंटे ऐसे लिखें: 10, 2.5 या 1:40
memberships-price = कीमत (रुपए)
memberships-price_hint = GST शामिल
memberships-validity = कितने दिन चलेगी
memberships-fixed_terms = ये प्लान की शर्तें हैं। अलग शर्तों पर मैनेजर बेच सकते हैं।
memberships-days = { $days ->
    [one] { $days } दिन
   *[other] { $days } दिन
 }
memberships-fixed_minutes = सेशन में उतने ही मिनट कटते हैं जितने सर्विस के हैं। अलग मिनट मैनेजर दर्ज कर सकते हैं।
memberships-ends_too_late = मेंबरशिप साल 10000 से पहले खत्म होनी चाहिए
memberships-past_by_receptionist = मेंबरशिप आज या उसके बाद शुरू होनी चाहिए। बीती तारीख से मैनेजर बेच सकते हैं।
memberships-starts = शुरू होने की तारीख
memberships-paid_by = भुगतान का तरीका
memberships-method_cash = कैश
memberships-method_upi = UPI
memberships-method_card = कार्ड
memberships-reference = रेफ़रेंस
memberships-reference_hint = UPI या कार्ड के भुगतान का नंबर, अगर हो
memberships-split = हिस्सों में भुगतान
memberships-split_hint = हिस्सों का जोड़ कीमत के बराबर हो। यहाँ कुछ लिखने पर ऊपर चुना तरीका नहीं, यही माना जाएगा।
memberships-payments = हिस्से
memberships-notes = नोट
memberships-branch = ब्रांच
memberships-sell_button = बेचें, बिल बनाएँ
memberships-left = { $left } बाकी
memberships-unused = { $left } बिना इस्तेमाल
memberships-used = { $total } में से { $used } इस्तेमाल
memberships-invoice = बिल
memberships-sold = बिक्री
memberships-from = कब से
memberships-paid = भुगतान
memberships-details = जानकारी
memberships-sessions = सेशन
memberships-no_sessions = अभी कोई सेशन नहीं।
memberships-session_line = { $service }, { $person } के साथ, { $minutes }
memberships-reverse = वापस करें
memberships-reverse_session = { $day } का सेशन वापस करें
memberships-reverse_hint = मिनट वापस जुड़ जाएँगे और पर्ची रद्द हो जाएगी।
memberships-reverse_reason = वापस करने की वजह
memberships-reverse_button = सेशन वापस करें
memberships-record = सेशन दर्ज करें
memberships-record_hint = इस्तेमाल के लिए बाकी: { $left }।
memberships-service = सर्विस
memberships-person = स्टाफ़
memberships-minutes = मिनट
memberships-minutes_hint = खाली छोड़ें तो सर्विस का पूरा समय
memberships-choose = चुनें
memberships-more_lines = और सर्विस
memberships-nth = { $number ->
    [one] { $label }
   *[other] { $label } { $number }
 }
memberships-day = तारीख
memberships-in_future = तारीख आज के बाद की नहीं हो सकती
memberships-record_button = दर्ज करें
memberships-left_after = इस सेशन के बाद { "{time}" } बाकी
memberships-too_long = बाकी समय से { "{time}" } ज़्यादा
memberships-nobody_works = इस ब्रांच में स्पा की सर्विस देने वाला कोई नहीं है। दूसरी ब्रांच चुनें, या मैनेजर से पूछें।
memberships-too_many_minutes = इतना समय बाकी नहीं है। बाकी: { $left }। कम दर्ज करें, या ऊपर के समय का अलग से बिल बनाएँ।
memberships-cancel = मेंबरशिप रद्द करें
memberships-cancel_hint = बाकी घंटे खत्म हो जाएँगे। पैसे क्रेडिट नोट से वापस होते हैं।
memberships-cancel_reason = रद्द करने की वजह
memberships-cancel_button = रद्द करें

## Setup

setup-title = अपना सैलून सेटअप करें
setup-lede = पाँच चरण, फिर ग्राहक बुक कर सकते हैं। पहले को छोड़कर बाकी सब बाद में भी हो सकते हैं: वे आपको यहीं मिलेंगे।
setup-finished = आपका सैलून बुकिंग ले रहा है। सब कुछ अब भी बदला जा सकता है।
setup-salon = सैलून
setup-salon_text = आपकी पहली ब्रांच का नाम, पता और फ़ोन नंबर।
setup-hours = खुलने का समय
setup-hours_text = सैलून कब खुला रहता है, और ग्राहकों को खाली समय दिखे या नहीं।
setup-services = सर्विस
setup-services_text = आपकी सर्विस, उनकी कीमत और अवधि। चुनने के लिए एक आम सूची तैयार है।
setup-team = टीम
setup-team_text = जो आपके साथ काम करते हैं। न्योता उनके ईमेल पते पर बनता है।
setup-payments = भुगतान
setup-payments_text = वह UPI खाता जिसमें ग्राहक भुगतान करते हैं।
setup-todo = बाकी
setup-done = हो गया
setup-skipped = बाद में
setup-steps = चरण
setup-place = चरण { NUMBER($number) }, कुल { NUMBER($all) }
setup-ready = तैयार
setup-ready_text = अब ग्राहकों का स्वागत करें।
setup-go_on = आगे बढ़ें
setup-back = पीछे
setup-later = बाद में
setup-kept = जो सेव किया, वह बना रहता है। कभी भी रुक जाएँ, और फिर यहीं से आगे बढ़ें।
setup-to_board = रिसेप्शन पर जाएँ
setup-to_salon = नाम, वेबसाइट और बिल
setup-already_staff = आपके साथ बुकिंग पहले से चालू है।
setup-has_services = सर्विस पहले से हैं, इसलिए कुछ नहीं जोड़ा गया। प्राइस लिस्ट में जोड़ें या बदलें।
setup-not_enough = सैलून के लिए एक ब्रांच, एक सर्विस और एक ऐसा व्यक्ति चाहिए जिसके साथ बुकिंग हो सके।
setup-wait_title = कृपया थोड़ा रुकें
setup-wait_text = मालिक अभी सैलून का सेटअप कर रहे हैं। ब्रांच बनते ही काम शुरू हो सकता है।

## Setup: the salon

setup_salon-title = आपका सैलून
setup_salon-lede = ग्राहक आपके पेज और अपने बिल पर यही पढ़ते हैं।
setup_salon-name = ग्राहकों को दिखने वाला नाम
setup_salon-name_hint = जैसे आँगन।
setup_salon-branch = ब्रांच
setup_salon-branch_hint = कई ब्रांच हों तो इलाके का नाम, जैसे इंदिरानगर।
setup_salon-address = पता
setup_salon-address_hint = गली, शहर और PIN कोड, जैसा बिल में चाहिए।
setup_salon-phone = फ़ोन
setup_salon-not_a_phone = फ़ोन: 10 अंकों का भारतीय नंबर लिखें, मोबाइल या एसटीडी कोड के साथ लैंडलाइन
setup_salon-gstin = GSTIN
setup_salon-gstin_hint = न हो तो बिना टैक्स के बिल ऑफ़ सप्लाई बनते हैं।
setup_salon-colour = आपका रंग
setup_salon-colour_hint = आपके पेज और बिल के लिए। लोगो ब्रांच में जोड़ा जा सकता है।
setup_salon-colour_plum = जामुनी
setup_salon-colour_blue = नीला
setup_salon-colour_green = हरा
setup_salon-colour_amber = सुनहरा भूरा
setup_salon-colour_violet = बैंगनी
setup_salon-colour_brick = ईंट जैसा लाल
setup_salon-colour_ink = स्याही जैसा काला
setup_salon-code = बुकिंग और बिल के नंबर { $code } से शुरू होते हैं। पहली बुकिंग होने तक ब्रांच का कोड बदला जा सकता है।
setup_salon-preview = सेव होने पर ग्राहकों को ऐसा दिखेगा
setup_salon-go_on = आगे: खुलने का समय

## Setup: the hours

setup_hours-title = सैलून कब खुला रहता है?
setup_hours-lede = ग्राहक इसी दौरान का समय माँग सकते हैं।
setup_hours-week = खुलने का समय
setup_hours-mode = बुकिंग कैसे होती है
setup_hours-open = ओपन
setup_hours-open_text = ग्राहक खुलने के समय के अंदर कोई भी समय माँगते हैं; स्टाफ़ तय करना और बुकिंग कन्फ़र्म करना रिसेप्शन का काम है।
setup_hours-live = लाइव
setup_hours-live_text = ग्राहकों को खाली समय और नाम दिखते हैं, और एक ही समय पर किसी स्टाफ़ की दो बुकिंग नहीं होतीं।
setup_hours-overlaps = { $count ->
    [one] आगे का { $count } अपॉइंटमेंट उसी स्टाफ़ के दूसरे अपॉइंटमेंट से टकराता है। लाइव करने से पहले उसका समय बदलें।
   *[other] आगे के { $count } अपॉइंटमेंट उसी स्टाफ़ के दूसरे अपॉइंटमेंट से टकराते हैं। लाइव करने से पहले उनका समय बदलें।
 }
setup_hours-without_shifts = { $count ->
    [one] { $count } व्यक्ति के काम के घंटे तय नहीं हैं, इसलिए उनके साथ लाइव बुकिंग नहीं हो सकती।
   *[other] { $count } लोगों के काम के घंटे तय नहीं हैं, इसलिए उनके साथ लाइव बुकिंग नहीं हो सकती।
 }
setup_hours-go_on = आगे: सर्विस

## Setup: the services

setup_services-title = आपके यहाँ क्या-क्या होता है?
setup_services-lede = सैलून की आम सूची, आम कीमतों के साथ। जो आपके यहाँ नहीं होता उसका निशान हटाएँ, और कीमत और मिनट अपने हिसाब से बदलें। हर कीमत में GST शामिल है।
setup_services-start_from = कहाँ से शुरू करें
setup_services-start_all = सैलून और स्पा
setup_services-start_salon = सैलून
setup_services-start_spa = स्पा
setup_services-start_nothing = कोई निशान नहीं
setup_services-by_hand = खुद भरें
setup_services-by_file = फ़ाइल से लें
setup_services-hint = जिस कैटेगरी पर निशान नहीं, उसकी कोई सर्विस नहीं जोड़ी जाएगी।
setup_services-all_prices = सभी कीमतें
setup_services-cheaper = −{ NUMBER($percent) }%
setup_services-dearer = +{ NUMBER($percent) }%
setup_services-list = सर्विस
setup_services-none_ticked = कम से कम एक सर्विस पर निशान लगाएँ, या “बाद में” चुनें
setup_services-ticked = { NUMBER($all) } में से { NUMBER($ticked) } चुनी हुई
setup_services-price_of = { $name } की कीमत
setup_services-minutes_of = { $name } के मिनट
setup_services-existing = { $count ->
    [0] आपकी प्राइस लिस्ट में सर्विस हैं, पर ग्राहकों को अभी उनमें से कोई नहीं दिखती।
    [one] ग्राहकों को आपकी प्राइस लिस्ट में { $count } सर्विस दिखती है।
   *[other] ग्राहकों को आपकी प्राइस लिस्ट में { $count } सर्विस दिखती हैं।
 }
setup_services-to_services = प्राइस लिस्ट खोलें
setup_services-go_on = आगे: टीम

## Setup: the team

setup_team-title = आपके साथ कौन-कौन काम करता है?
setup_team-lede = सभी को ईमेल जाता है, और उसी ईमेल पते से साइन इन होता है।
setup_team-lede_unmailed = सभी उसी ईमेल पते से साइन इन करते हैं जो आप यहाँ लिखते हैं।
setup_team-people = आपकी टीम
setup_team-bookable_tag = बुकिंग चालू
setup_team-me = मुझे भी जोड़ें
setup_team-me_hint = क्या ग्राहक आपसे भी सर्विस लेते हैं?
setup_team-invite = न्योता भेजें
setup_team-name = नाम
setup_team-email = ईमेल
setup_team-email_hint = Google खाते का ईमेल।
setup_team-role = रोल
setup_team-gender = जेंडर
setup_team-gender_open = नहीं बताया
setup_team-bookable = बुकिंग चालू
setup_team-bookable_hint = सैलून के खुलने के समय में, जब तक अलग समय तय न करें।
setup_team-service_types = काम
setup_team-type_salon = सैलून
setup_team-type_spa = स्पा
setup_team-no_type = काम पर निशान लगाएँ, या “बुकिंग चालू” का निशान हटाएँ
setup_team-invite_button = न्योता भेजें
setup_team-more = एक साथ कई लोग:
setup_team-by_file = फ़ाइल से लें
setup_team-go_on = आगे: भुगतान

## Setup: payments and messages

setup_payments-title = आपको भुगतान कैसे मिलता है?
setup_payments-lede = बिल के समय ग्राहक किसी भी UPI ऐप से कोड स्कैन करते हैं।
setup_payments-upi = UPI
setup_payments-of_branch = यह { $branch } का खाता है। दूसरी ब्रांचों के खाते उनके अपने पेज पर हैं।
setup_payments-account = UPI ID
setup_payments-account_hint = जैसे aangan@okbank
setup_payments-not_an_account = UPI ID ऐसे लिखें: name@bank
setup_payments-payee = ऐप में नाम
setup_payments-payee_hint = न लिखें तो ब्रांच का नाम।
setup_payments-show_code = सेव करके जाँचें
setup_payments-try_it = इसे अपने फ़ोन से स्कैन करें: ऐप में आपका नाम और { $account } दिखना चाहिए। भुगतान करने की ज़रूरत नहीं।
setup_payments-mail = ईमेल
setup_payments-mail_text = बुकिंग का कन्फ़र्मेशन और बिल ईमेल से जाते हैं। टेस्ट { $email } पर जाएगा।
setup_payments-send_mail = टेस्ट ईमेल भेजें
setup_payments-no_mail = ईमेल का सेटअप अभी नहीं हुआ है। जिन्होंने Parlour इंस्टॉल किया है, उनसे कहें।
setup_payments-no_address = आपके खाते में टेस्ट के लिए कोई ईमेल पता नहीं है।
setup_payments-mail_failed = ईमेल नहीं भेजा जा सका: { $error }
setup_payments-go_on = आगे बढ़ें

## Setup: the end

setup_ready-title = आपका सैलून तैयार है
setup_ready-not_yet = बस थोड़ा बाकी है
setup_ready-lede = अब से ग्राहक बुक कर सकते हैं। यह आपका पेज है:
setup_ready-share = यह लिंक अपने दरवाज़े, कार्ड और प्रोफ़ाइल पर लगाएँ।
setup_ready-to_board = बोर्ड खोलें
setup_ready-missing = ग्राहकों की बुकिंग शुरू होने से पहले यह बाकी है:
setup_ready-later = जब समय मिले

## Salon

salon-title = सैलून
salon-lede = यह सभी ब्रांचों पर लागू है। पहले छपे बिल वैसे ही रहेंगे।
salon-name = नाम
salon-name_hint = पेजों के ऊपर, मैसेज, ईमेल और बिल में।
salon-primary = नाम न हो तो मुख्य ब्रांच का नाम: { $name }।
salon-about = सैलून के बारे में
salon-about_hint = आपके पेज के लिए दो-चार वाक्य।
salon-about_hi = सैलून के बारे में, हिंदी में
salon-website = वेबसाइट
salon-website_hint = https:// से शुरू होती है।
salon-not_https = वेबसाइट https:// से शुरू होनी चाहिए
salon-invoice_footer = बिल की आखिरी पंक्तियाँ
salon-invoice_footer_hint = जैसे धन्यवाद, या बिल के बारे में कहाँ पूछें।
salon-save = सेव करें
salon-to_setup = सेटअप पर जाएँ

## Changed meanwhile

changed_meanwhile-sentence = यह इस बीच बदल गया: { $fields }। आपका लिखा अभी यहीं है: वही रखना हो तो फिर सेव करें।
changed_meanwhile-field = { $field } (अब “{ $value }”)
changed_meanwhile-empty_field = { $field } (अब खाली)

## My day

my_day-number_one = एक
my_day-number_two = दो
my_day-number_three = तीन
my_day-number_four = चार
my_day-number_five = पाँच
my_day-number_six = छह
my_day-number_seven = सात
my_day-number_eight = आठ
my_day-number_nine = नौ
my_day-number_ten = दस
my_day-more_today = आज { $count } अपॉइंटमेंट और, { $name }
my_day-all_done = आज का काम पूरा, { $name }
my_day-nothing_today = आज कोई बुकिंग नहीं, { $name }
my_day-day_off_today = आज आपका ऑफ़ है, { $name }
my_day-visits = { $count ->
    [0] कोई अपॉइंटमेंट नहीं
    [one] { $count } अपॉइंटमेंट
   *[other] { $count } अपॉइंटमेंट
 }
my_day-nothing = अभी कोई बुकिंग नहीं
my_day-day_off = ऑफ़
my_day-off = ऑफ़
my_day-on_leave = छुट्टी पर
my_day-leave_asked = छुट्टी माँगी गई, फ़ैसला बाकी
my_day-closed = सैलून बंद है
my_day-closed_for = बंद: { $name }
my_day-not_rostered = आप शेड्यूल में नहीं हैं, इसलिए आपके साथ बुकिंग नहीं हो सकती। मैनेजर आपको टीम में जोड़ सकते हैं।
my_day-week = हफ़्ता
my_day-week_before = पिछला हफ़्ता
my_day-week_after = अगला हफ़्ता
my_day-to_today = आज
my_day-in_chair = { $time } से कुर्सी पर
my_day-here_since = { $time } से यहाँ हैं
my_day-next_at = अगला, { $time }
my_day-due_at = { $time } आना था
my_day-till = { $services }, { $time } तक
my_day-by_colleagues = साथियों के पास: { $services }
my_day-guest_of = { $name } के मेहमान
my_day-start = शुरू करें
my_day-start_with = { $name } के साथ शुरू करें
my_day-finish = हो गया
my_day-finish_with = { $name } का काम हो गया
my_day-go_on = अभी बाकी है
my_day-go_on_with = { $name } का काम अभी बाकी है
my_day-pinned = ज़रूरी:
my_day-wish = खास बात:
my_day-then = इसके बाद
my_day-earlier = इससे पहले
my_day-break_time = ब्रेक
my_day-blocked = बुकिंग बंद
my_day-leave_approved = आपकी { $days } की छुट्टी मंज़ूर हो गई है।
my_day-leave_waits = आपकी { $days } की छुट्टी पर फ़ैसला अभी बाकी है।
my_day-one_day = { $day }
my_day-days = { $first } से { $last } तक

## My leave

my_leave-text = जितना पहले हो सके, माँगें। फ़ैसला मैनेजर करते हैं।
my_leave-ask = छुट्टी माँगें
my_leave-first_day = छुट्टी का पहला दिन
my_leave-last_day = छुट्टी का आखिरी दिन
my_leave-last_day_hint = एक ही दिन हो तो वही तारीख।
my_leave-reason = वजह
my_leave-send = छुट्टी माँगें
my_leave-list = अब तक माँगी गई
my_leave-none = आपने अभी तक छुट्टी नहीं माँगी।
my_leave-days = { $count ->
    [one] { $count } दिन
   *[other] { $count } दिन
 }
my_leave-status_waiting = फ़ैसला बाकी
my_leave-status_approved = मंज़ूर
my_leave-status_declined = नामंज़ूर
my_leave-withdraw = वापस लें
my_leave-withdraw_days = { $days } की छुट्टी वापस लें
my_leave-newer = और नई
my_leave-older = पुरानी

## My notifications

my_notifications-newest_first = सबसे नई पहले
my_notifications-none = कुछ नया नहीं। आपके लिए रिक्वेस्ट, रद्द बुकिंग और दूसरी सूचनाएँ यहाँ आती हैं।
my_notifications-unread = नई:
my_notifications-mark_one = पढ़ी हुई करें
my_notifications-mark_one_of = पढ़ी हुई करें: { $title }
my_notifications-mark_all = सब पढ़ी हुई करें
my_notifications-newer = और नई
my_notifications-older = पुरानी

## My account

my_account-messages = मैसेज
my_account-push = इस डिवाइस पर मैसेज
my_account-push_on = नई रिक्वेस्ट और रद्द बुकिंग की खबर आपको तुरंत मिलती है।
my_account-push_off = चालू करें, तो नई रिक्वेस्ट और रद्द बुकिंग की खबर तुरंत मिलेगी।
my_account-push_missing = इस सैलून में डिवाइस पर मैसेज भेजने का सेटअप नहीं है।
my_account-calendar_text = आपके अपॉइंटमेंट और ब्लॉक किया समय, आपके फ़ोन के कैलेंडर में।
my_account-keys = कीबोर्ड
my_account-show_keys = सभी शॉर्टकट दिखाएँ
my_account-keys_text = एक बटन वाले शॉर्टकट इस डिवाइस पर चलते हैं
my_account-customer_app = ग्राहक ऐप

## My

my-offline_title = कनेक्शन नहीं है
my-offline_text = सैलून के कंप्यूटर से कनेक्शन नहीं हो पा रहा। इंटरनेट आते ही काम फिर चलने लगेगा।

## Panel

panel-cancel = रहने दें
panel-undo = बदलाव वापस लें
panel-not_saved = अभी सेव नहीं हुआ
panel-picture_hint = PNG, JPEG या WebP, ज़्यादा से ज़्यादा 5 MB
panel-present_picture = अभी की फ़ोटो
panel-remove_picture = अभी की फ़ोटो हटाएँ
panel-no_picture = फ़ोटो PNG, JPEG या WebP फ़ाइल होनी चाहिए
panel-picture_too_large = फ़ोटो में ज़्यादा से ज़्यादा 4 करोड़ पिक्सेल हों, और चौड़ाई और ऊँचाई 12,000 पिक्सेल से ज़्यादा न हो
panel-picture_too_deep = फ़ोटो में हर रंग के 8 बिट होने चाहिए, क्योंकि इसमें पिक्सेल बहुत हैं
panel-in_hindi = हिंदी में
panel-in_hindi_hint = जो खाली है, वह अंग्रेज़ी में दिखेगा।
panel-name_hi = हिंदी में नाम
panel-description_hi = हिंदी में विवरण

## Price list

price_list-salon = सैलून
price_list-spa = स्पा
price_list-kind = प्रकार
price_list-category = कैटेगरी
price_list-service = सर्विस
price_list-in_category = { $name } में
price_list-services = { $count ->
    [0] कोई सर्विस नहीं
    [one] { $count } सर्विस
   *[other] { $count } सर्विस
 }
price_list-services_and_off = { $count ->
    [one] { $count } सर्विस, इनमें { NUMBER($off) } बंद
   *[other] { $count } सर्विस, इनमें { NUMBER($off) } बंद
 }
price_list-off = बंद
price_list-show_off = बंद भी दिखाएँ
price_list-hide_off = बंद छिपाएँ
price_list-edit = बदलें
price_list-empty = इस प्राइस लिस्ट में अभी कुछ नहीं है।
price_list-new_category = नई कैटेगरी
price_list-new_service = नई सर्विस
price_list-offered = ग्राहकों को मिलती है
price_list-category_offered = अपनी सर्विस के साथ मिलती है
price_list-name = नाम
price_list-description = एक पंक्ति में
price_list-description_name = विवरण
price_list-price = कीमत (GST शामिल)
price_list-duration = समय लगता है
price_list-duration_name = अवधि
price_list-buffer = बाद में सफ़ाई
price_list-buffer_name = सफ़ाई का समय
price_list-minutes_unit = मिनट
price_list-sac = SAC
price_list-not_a_sac = SAC सर्विस का कोड होना चाहिए: छह अंक, शुरू में 99
price_list-gems = या जेम में
price_list-gems_name = जेम में कीमत
price_list-gems_unit = जेम
price_list-gems_count = { $count ->
    [one] { $count } जेम
   *[other] { $count } जेम
 }
price_list-or_gems = { $count ->
    [one] या { $count } जेम
   *[other] या { $count } जेम
 }
price_list-order = सूची में क्रम
price_list-order_hint = छोटे नंबर पहले आते हैं।
price_list-drag_hint = क्रम बदलने के लिए पंक्ति को खींचें।
price_list-picture = फ़ोटो
price_list-as_customers_see = ग्राहकों को ऐसा दिखेगा
price_list-no_preview = सर्विस का नाम, कीमत और समय
price_list-save_service = सर्विस सेव करें
price_list-save_order = क्रम सेव करें
price_list-save_category = कैटेगरी सेव करें

## Desk offers

desk_offers-offer = ऑफ़र
desk_offers-new_offer = नया ऑफ़र
desk_offers-which = कौन से ऑफ़र
desk_offers-all = सभी
desk_offers-running = चालू
desk_offers-coming = आने वाले
desk_offers-past = बीते
desk_offers-off = बंद
desk_offers-past_and_off = बीते और बंद
desk_offers-is_coming = आने वाला
desk_offers-is_past = बीता
desk_offers-summary = { $count ->
    [0] अभी कोई चालू नहीं
    [one] { $count } अभी चालू
   *[other] { $count } अभी चालू
 }
desk_offers-summary_with_discount = { $count ->
    [0] अभी कोई चालू नहीं, इस महीने { $sum } छूट
    [one] { $count } अभी चालू, इस महीने { $sum } छूट
   *[other] { $count } अभी चालू, इस महीने { $sum } छूट
 }
desk_offers-empty = यहाँ कोई ऑफ़र नहीं है।
desk_offers-pages = पेज
desk_offers-previous = पीछे
desk_offers-next = आगे
desk_offers-services_and_more = { $services } और { NUMBER($count) } सर्विस
desk_offers-cut_off = छूट
desk_offers-cut_combo = कॉम्बो
desk_offers-until = { $day } तक
desk_offers-from = { $day } से
desk_offers-ended = { $day } को खत्म
desk_offers-switched_off = बंद किया गया
desk_offers-used = { $count ->
    [one] { $count } बार इस्तेमाल हुआ, { $sum } छूट
   *[other] { $count } बार इस्तेमाल हुआ, { $sum } छूट
 }
desk_offers-not_used_yet = अभी इस्तेमाल नहीं हुआ
desk_offers-never_used = कभी इस्तेमाल नहीं हुआ
desk_offers-see_page = पेज देखें
desk_offers-name = नाम
desk_offers-kind = ऑफ़र का प्रकार
desk_offers-percentage = प्रतिशत
desk_offers-flat = रुपए
desk_offers-combo = कॉम्बो की कीमत
desk_offers-takes_off_percent = छूट, प्रतिशत में
desk_offers-takes_off_rupees = छूट, रुपए में
desk_offers-combo_price = सबकी एक साथ कीमत
desk_offers-services = इन सर्विस पर
desk_offers-first_day = पहला दिन
desk_offers-last_day = आखिरी दिन
desk_offers-ends_before_start = आखिरी दिन पहले दिन से पहले का नहीं हो सकता
desk_offers-description = विवरण
desk_offers-terms = शर्तें
desk_offers-example = उदाहरण
desk_offers-no_example = छूट और सर्विस चुनें, फिर उदाहरण का हिसाब लगाएँ।
desk_offers-together = { $services } एक साथ
desk_offers-less = { $sum } छूट
desk_offers-work_out = हिसाब लगाएँ
desk_offers-save = ऑफ़र सेव करें
desk_offers-switch_off = बंद करें
desk_offers-switch_on = चालू करें

## Desk branches

desk_branches-branch = ब्रांच
desk_branches-new_branch = नई ब्रांच
desk_branches-empty = अभी कोई ब्रांच नहीं है।
desk_branches-primary = मुख्य ब्रांच
desk_branches-operational = ग्राहकों के लिए खुली
desk_branches-coming_soon = जल्द खुलेगी
desk_branches-closed = बंद
desk_branches-open = ओपन
desk_branches-open_text = ग्राहक खुलने के समय के अंदर कोई भी समय माँगते हैं; स्टाफ़ तय करना और बुकिंग कन्फ़र्म करना रिसेप्शन का काम है।
desk_branches-live = लाइव
desk_branches-live_text = ग्राहकों को खाली समय और नाम दिखते हैं, और चुना हुआ समय तुरंत उनका हो जाता है।
desk_branches-choose = ब्रांच
desk_branches-sections = पेज के हिस्से
desk_branches-booking = बुकिंग कैसे होती है
desk_branches-booking_text = ग्राहक खुद क्या कर सकते हैं।
desk_branches-mode = बुकिंग कैसे होती है
desk_branches-nothing_overlaps = लाइव करने में कोई रुकावट नहीं: कोई अपॉइंटमेंट आपस में नहीं टकराता, और सभी के काम के घंटे तय हैं।
desk_branches-overlaps = { $count ->
    [one] आगे का { $count } अपॉइंटमेंट उसी स्टाफ़ के दूसरे अपॉइंटमेंट से टकराता है। ब्रांच लाइव करने से पहले इसे ठीक करें:
   *[other] आगे के { $count } अपॉइंटमेंट उसी स्टाफ़ के दूसरे अपॉइंटमेंट से टकराते हैं। ब्रांच लाइव करने से पहले इन्हें ठीक करें:
 }
desk_branches-without_shifts = { $count ->
    [one] { $names } के काम के घंटे तय नहीं हैं, इसलिए इनके साथ लाइव बुकिंग नहीं हो सकती।
   *[other] { $count } लोगों के काम के घंटे तय नहीं हैं, इसलिए इनके साथ लाइव बुकिंग नहीं हो सकती: { $names }
 }
desk_branches-hours = खुलने का समय
desk_branches-hours_text = ग्राहक इसी दौरान का समय माँग सकते हैं। हॉलिडे शेड्यूल में मिलेंगे।
desk_branches-rules = काउंटर के नियम
desk_branches-rules_text = रद्द करने, समय रोकने, छूट और बिल के नियम।
desk_branches-cancel_window = रद्द करने का समय
desk_branches-cancel_window_name = रद्द करने का समय
desk_branches-cancel_window_hint = अपॉइंटमेंट से पहले। खाली: कभी भी
desk_branches-hold = कितनी देर समय रोकें
desk_branches-hold_name = समय रोकने की अवधि
desk_branches-max_pending = बाकी रिक्वेस्ट
desk_branches-max_pending_name = बाकी रिक्वेस्ट की संख्या
desk_branches-max_pending_hint = एक ग्राहक की। खाली: कितनी भी
desk_branches-requests_unit = ज़्यादा से ज़्यादा
desk_branches-desk_discount = रिसेप्शन की ओर से छूट
desk_branches-membership_terms = रिसेप्शन से मेंबरशिप की बिक्री
desk_branches-terms_any = किसी भी शर्त पर
desk_branches-terms_tier = प्लान की शर्तों पर
desk_branches-round_invoices = बिल का कुल
desk_branches-round_none = पैसों के साथ
desk_branches-round_rupee = पूरे रुपए में
desk_branches-place = नाम और पता
desk_branches-place_text = ग्राहकों के पेज पर, बिल पर और रास्ता दिखाने के लिए।
desk_branches-name = नाम
desk_branches-code = कोड
desk_branches-code_hint = बुकिंग और बिल नंबर का हिस्सा
desk_branches-not_a_code = कोड में 2 से 4 अंग्रेज़ी अक्षर या अंक हों, जैसे BLR
desk_branches-number = नंबर
desk_branches-address = पता
desk_branches-phone = फ़ोन
desk_branches-not_a_phone = फ़ोन: 10 अंकों का भारतीय नंबर लिखें, मोबाइल या एसटीडी कोड के साथ लैंडलाइन
desk_branches-status = स्थिति
desk_branches-make_primary = मुख्य ब्रांच बनाएँ
desk_branches-upi = UPI
desk_branches-upi_text = बिलिंग के पेज पर दिखने वाले कोड के लिए।
desk_branches-upi_id = UPI ID
desk_branches-not_a_upi_id = UPI ID ऐसे लिखें: name@bank
desk_branches-upi_name = ऐप में नाम
desk_branches-upi_name_hint = खाली: ब्रांच का नाम
desk_branches-test_code = यह कोड स्कैन करके एक रुपया भेजें: वह आपके खाते में आना चाहिए।
desk_branches-gst = GST
desk_branches-gst_text = इस ब्रांच के हर बिल पर छपता है।
desk_branches-gst_registered = GST में रजिस्टर्ड
desk_branches-gstin = GSTIN
desk_branches-look = रंग और लोगो
desk_branches-look_text = पेजों पर मुख्य ब्रांच का रंग और लोगो दिखता है; बिल पर हर ब्रांच का अपना।
desk_branches-colour = रंग
desk_branches-colour_hint = जैसे #8a2f5c
desk_branches-not_a_colour = रंग ऐसे लिखें: #8a2f5c
desk_branches-contrasts = { $colour }: सफ़ेद के साथ { $white } : 1 और पेज के रंग के साथ { $paper } : 1 है। 4.5 से कम हो तो पेज पर अक्षरों के लिए यह रंग गहरा हो जाता है।
desk_branches-logo = लोगो
desk_branches-save = ब्रांच सेव करें

## Desk team

desk_team-people = { $count ->
    [0] अभी किसी के साथ बुकिंग नहीं होती
    [one] { $count } व्यक्ति के साथ बुकिंग होती है
   *[other] { $count } लोगों के साथ बुकिंग होती है
 }
desk_team-empty = अभी किसी के साथ बुकिंग नहीं हो सकती।
desk_team-former = बुकिंग बंद
desk_team-works = काम के दिन: { $days }
desk_team-works_never = काम के घंटे तय नहीं
desk_team-invited = न्योता भेजा, अभी नहीं आए
desk_team-link_until = न्योता { $day } को खत्म होगा
desk_team-invite = न्योता भेजें
desk_team-add = यूज़र में से जोड़ें
desk_team-new_member = नया स्टाफ़ जोड़ें
desk_team-user = व्यक्ति
desk_team-user_hint = टीम में जिनका कोई रोल है, उनमें से। बाकी लोगों को मालिक न्योता भेजते हैं।
desk_team-choose = चुनें
desk_team-display_name = नाम
desk_team-display_name_hint = जैसा ग्राहकों को दिखे
desk_team-branch = ब्रांच
desk_team-works_in = काम
desk_team-can_be_booked = बुकिंग चालू
desk_team-picture = फ़ोटो
desk_team-week = काम के घंटे
desk_team-calendar = आज का कैलेंडर
desk_team-access = एक्सेस
desk_team-save = सेव करें

## Desk schedule

desk_schedule-about_week = { $count ->
    [one] { $days }, { $count } शिफ़्ट
   *[other] { $days }, { $count } शिफ़्ट
 }
desk_schedule-before = पिछला हफ़्ता
desk_schedule-this_week = यह हफ़्ता
desk_schedule-after = अगला हफ़्ता
desk_schedule-holidays = हॉलिडे
desk_schedule-block_time = समय ब्लॉक करें
desk_schedule-table = पूरा हफ़्ता, हर स्टाफ़ का हर दिन
desk_schedule-who = स्टाफ़
desk_schedule-sum = हफ़्ता
desk_schedule-booked = { $time } बुक
desk_schedule-empty = इस ब्रांच में अभी किसी के साथ बुकिंग नहीं हो सकती।
desk_schedule-add_somebody = स्टाफ़ जोड़ें
desk_schedule-off = ऑफ़
desk_schedule-leave = छुट्टी
desk_schedule-leave_asked = छुट्टी माँगी
desk_schedule-closed = बंद
desk_schedule-blocked = ब्लॉक
desk_schedule-block = { $reason }, { $time }
desk_schedule-holiday = हॉलिडे
desk_schedule-closed_with_visits = { $count ->
    [one] { $day } को बंद: { $name }। उस दिन { $count } अपॉइंटमेंट अब भी है।
   *[other] { $day } को बंद: { $name }। उस दिन { $count } अपॉइंटमेंट अब भी हैं।
 }
desk_schedule-move_them = बोर्ड पर बदलें
desk_schedule-move_visit = बदलें
desk_schedule-floor = काम पर
desk_schedule-floor_if_leave = { NUMBER($count) }, छुट्टी दें तो { NUMBER($left) }
desk_schedule-waiting = छुट्टी: जवाब बाकी
desk_schedule-nothing_waits = किसी को जवाब का इंतज़ार नहीं है।
desk_schedule-sooner_leave = पहले की छुट्टियाँ
desk_schedule-later_leave = बाद की छुट्टियाँ
desk_schedule-asked = माँगी: { $day }
desk_schedule-asked_at = { $branch }, माँगी: { $day }
desk_schedule-no_visits = इस दौरान इनके साथ कोई अपॉइंटमेंट बुक नहीं है।
desk_schedule-visits_booked = { $count ->
    [one] इस दौरान इनके साथ { $count } अपॉइंटमेंट बुक है।
   *[other] इस दौरान इनके साथ { $count } अपॉइंटमेंट बुक हैं।
 }
desk_schedule-choose_who = अपॉइंटमेंट सौंपें
desk_schedule-give = छुट्टी दें
desk_schedule-give_and_move = छुट्टी दें, { NUMBER($count) } सौंपें
desk_schedule-decline = मना करें
desk_schedule-answer = जवाब
desk_schedule-leave_of = { $name } की छुट्टी
desk_schedule-given_by = { $name } ने छुट्टी दी
desk_schedule-declined_by = { $name } ने मना किया
desk_schedule-who_takes = अपॉइंटमेंट किसे सौंपें
desk_schedule-who_takes_visit = { $name } का अपॉइंटमेंट किसे सौंपें
desk_schedule-person_and = { $name }, { $availability }
desk_schedule-service_of = { $service }, { $name } के साथ
desk_schedule-takes_all = इस अपॉइंटमेंट में दूसरे स्टाफ़ की सर्विस भी हैं। जिसे सौंपेंगे, सब उसी के पास जाएँगी।
desk_schedule-stays = अभी नहीं सौंपा
desk_schedule-nobody_free = कोई खाली नहीं
desk_schedule-more_visits = { $count ->
    [one] इन्हें सौंपने के बाद { $count } और अपॉइंटमेंट दिखेगा।
   *[other] इन्हें सौंपने के बाद { $count } और अपॉइंटमेंट दिखेंगे।
 }
desk_schedule-moves_text = जो अपॉइंटमेंट नहीं सौंपे, वे इन्हीं के पास रहेंगे। उन्हें बाद में सौंपने या किसी और दिन रखने के लिए अपॉइंटमेंट का पेज खोलें।
desk_schedule-back = शेड्यूल पर लौटें
desk_schedule-week_of = { $name } के काम के घंटे
desk_schedule-every_week = यही घंटे हर हफ़्ते चलेंगे। इनसे बाहर के अपॉइंटमेंट अपनी जगह रहते हैं और बोर्ड पर दिखते हैं।
desk_schedule-from = { $day }, काम शुरू
desk_schedule-until = { $day }, काम खत्म
desk_schedule-break_from = { $day }, ब्रेक शुरू
desk_schedule-break_until = { $day }, ब्रेक खत्म
desk_schedule-to = से
desk_schedule-add_break = ब्रेक
desk_schedule-add_shift = दूसरी शिफ़्ट
desk_schedule-overlaps_shift = { $field }: यह समय उसी दिन की दूसरी शिफ़्ट में आता है
desk_schedule-outside_shift = { $field }: यह समय शिफ़्ट के अंदर होना चाहिए
desk_schedule-overlaps_break = { $field }: यह समय दूसरे ब्रेक में आता है
desk_schedule-hours_and_breaks = { $hours }, ब्रेक { $breaks }
desk_schedule-same_week = यही हफ़्ता इनका भी
desk_schedule-same_week_text = इनका पूरा हफ़्ता बदल जाएगा।
desk_schedule-save = घंटे सेव करें
desk_schedule-branch = ब्रांच
desk_schedule-day = तारीख
desk_schedule-name = नाम
desk_schedule-name_hint = जैसे गणतंत्र दिवस
desk_schedule-holidays_text = इन दिनों ग्राहक बुकिंग नहीं कर सकते। पहले से बुक अपॉइंटमेंट बने रहते हैं: उन्हें बोर्ड पर दूसरे समय पर रखें।
desk_schedule-coming = आज से आगे
desk_schedule-earlier_holidays = पहले के हॉलिडे
desk_schedule-later_holidays = बाद के हॉलिडे
desk_schedule-no_holidays = अभी कोई हॉलिडे नहीं है।
desk_schedule-holiday_at = { $name }, { $branch }
desk_schedule-visits_to_move = { $count ->
    [one] { $count } अपॉइंटमेंट बदलना है
   *[other] { $count } अपॉइंटमेंट बदलने हैं
 }
desk_schedule-remove = हटाएँ
desk_schedule-remove_of = { $day } का हॉलिडे हटाएँ
desk_schedule-new_holiday = नया हॉलिडे
desk_schedule-add_holiday = हॉलिडे जोड़ें

## Desk users

desk_users-search = नाम या ईमेल
desk_users-find = खोजें
desk_users-role = रोल
desk_users-every_role = सभी रोल
desk_users-nobody = कोई नहीं मिला।
desk_users-show_team = टीम दिखाएँ
desk_users-invited = न्योता भेजा
desk_users-invitation_lapsed = न्योता खत्म
desk_users-pages = पेज
desk_users-previous = पीछे
desk_users-next = आगे
desk_users-invite = न्योता भेजें
desk_users-invite_title = न्योता भेजें
desk_users-invite_text = उन्हें ईमेल मिलेगा। इस पते से पहली बार साइन इन करते ही यह रोल उनका होगा। न्योता 14 दिन तक चलेगा।
desk_users-invite_unmailed = इस पते से पहली बार साइन इन करते ही भूमिका मिल जाती है। न्योता 14 दिन तक चलता है।
desk_users-tell_them = यहाँ ईमेल सेट नहीं है, इसलिए न्योते की खबर अपने आप नहीं जाती। लोगों को बताएँ कि यहाँ साइन इन करें: { $address }
desk_users-name = नाम
desk_users-email = ईमेल
desk_users-last_sign_in = पिछला साइन-इन
desk_users-never = कभी नहीं
desk_users-invited_until = न्योता कब तक
desk_users-above = इस व्यक्ति का रोल आपके रोल से ऊपर है।
desk_users-role_legend = इन्हें क्या करने दें?
desk_users-about_customer = अपनी बुकिंग खुद; रिसेप्शन के पेज नहीं दिखते
desk_users-about_staff = अपना दिन और अपनी छुट्टी; ग्राहक इनके साथ बुक कर सकते हैं
desk_users-about_receptionist = बोर्ड, रिक्वेस्ट, बिलिंग, ग्राहक
desk_users-about_manager = यह सब, और रिपोर्ट, शेड्यूल, कीमतें, ऑफ़र
desk_users-about_owner = यह सब, और ब्रांच, लोग और सैलून
desk_users-about_developer = यह सब, और लॉग और इंटीग्रेशन
desk_users-send_invitation = न्योता भेजें
desk_users-save_role = रोल सेव करें
desk_users-sign_out = हर जगह साइन आउट करें
desk_users-withdraw = न्योता वापस लें

## Desk tiers

desk_tiers-tier = प्लान
desk_tiers-new_tier = नया प्लान
desk_tiers-empty = अभी कोई प्लान नहीं है। रिसेप्शन से मेंबरशिप बेचने के लिए पहले प्लान बनाएँ।
desk_tiers-off = बंद
desk_tiers-days = { $count ->
    [one] { $count } दिन
   *[other] { $count } दिन
 }
desk_tiers-on_sale = बिक्री में
desk_tiers-name = नाम
desk_tiers-description = एक पंक्ति में
desk_tiers-description_name = विवरण
desk_tiers-hours = घंटे
desk_tiers-not_hours = घंटे ऐसे लिखें: 10, 2.5 या 1:40
desk_tiers-hours_unit = घंटे
desk_tiers-price = कीमत (GST शामिल)
desk_tiers-validity = कितने दिन चलेगा
desk_tiers-validity_name = वैधता
desk_tiers-days_unit = दिन
desk_tiers-kept_terms = बिक चुकी मेंबरशिप की शर्तें नहीं बदलतीं।
desk_tiers-save = प्लान सेव करें

## Desk tags

desk_tags-tag = टैग
desk_tags-new_tag = नया टैग
desk_tags-empty = अभी कोई टैग नहीं है। टैग रिसेप्शन से ग्राहकों पर लगाए जाते हैं।
desk_tags-name = नाम
desk_tags-colour = रंग
desk_tags-description = विवरण
desk_tags-save = टैग सेव करें

## Desk log

desk_logs-today = आज
desk_logs-last_days = 7 दिन
desk_logs-all_days = सभी दिन
desk_logs-period = दिन
desk_logs-person = किसने
desk_logs-everyone = सभी
desk_logs-kind = प्रकार
desk_logs-every_kind = सभी प्रकार
desk_logs-action = क्या किया
desk_logs-every_action = सब कुछ
desk_logs-somebody = एक व्यक्ति
desk_logs-request = रिक्वेस्ट ID
desk_logs-show = दिखाएँ
desk_logs-only_some = सिर्फ़ एक रिकॉर्ड या रिक्वेस्ट की एंट्री।
desk_logs-everything = सब दिखाएँ
desk_logs-count = { $count ->
    [one] { $count } एंट्री। यहाँ कुछ भी बदला नहीं जा सकता।
   *[other] { $count } एंट्री। यहाँ कुछ भी बदला नहीं जा सकता।
 }
desk_logs-entries = एंट्री
desk_logs-none = इन दिनों में कुछ नहीं बदला गया।
desk_logs-field = फ़ील्ड
desk_logs-before = पहले
desk_logs-after = बाद में
desk_logs-nothing = –
desk_logs-yes = हाँ
desk_logs-no = नहीं
desk_logs-more_fields = { $count ->
    [one] और { $count } फ़ील्ड
   *[other] और { $count } फ़ील्ड
 }
desk_logs-named_record = { $kind } { $name }
desk_logs-unknown_action = { $who } ने { $record } में ऐसा बदलाव किया जिसे यह वर्शन नहीं पहचानता: { $action }
desk_logs-details = कहाँ से
desk_logs-of_record = इस रिकॉर्ड का पूरा लॉग
desk_logs-by_parlour = Parlour
desk_logs-by_command = सर्वर पर एक व्यक्ति
desk_logs-by_nobody = बिना साइन-इन एक व्यक्ति
desk_logs-from_admin = रिसेप्शन
desk_logs-from_customer = ग्राहक ऐप
desk_logs-from_job = Parlour का काम
desk_logs-from_command = सर्वर पर कमांड
desk_logs-from_elsewhere = कहीं और से
desk_logs-newer = और नई
desk_logs-older = पुरानी

## Log: who did what to which record

log_action-accepted = { $who } ने { $record } को मान लिया
log_action-accepted_the_invitation_as = { $who } ने { $record } के नाम का न्योता मान लिया
log_action-accepted_the_other_time_of = { $who } ने { $record } का सुझाया गया समय मान लिया
log_action-added = { $who } ने { $record } को जोड़ा
log_action-approved = { $who } ने { $record } को मंज़ूर किया
log_action-asked_for = { $who } ने { $record } की रिक्वेस्ट भेजी
log_action-asked_for_something_above_their_role = { $who } ने अपने रोल से ऊपर की चीज़ माँगी
log_action-asked_for_something_that_is_not_allowed = { $who } ने ऐसी चीज़ माँगी जिसकी इजाज़त नहीं है
log_action-began = { $who } ने { $record } को चालू किया
log_action-blocked_time_of = { $who } ने समय ब्लॉक किया: { $record }
log_action-booked = { $who } ने { $record } को बुक किया
log_action-came_back_from_the_sign_in_with_a_wrong_answer = { $who } के साइन-इन से गलत जवाब आया
log_action-came_back_from_the_sign_in_without_its_cookie = { $who } का साइन-इन बिना कुकी के लौटा
log_action-came_with_a_session_that_is_over = { $who } का साइन-इन खत्म हो चुका था
log_action-cancelled = { $who } ने { $record } को रद्द किया
log_action-captured = { $who } ने { $record } को दर्ज किया
log_action-changed = { $who } ने { $record } को बदला
log_action-changed_the_contact_details_of = { $who } ने { $record } के संपर्क की जानकारी बदली
log_action-changed_the_language_of = { $who } ने { $record } की भाषा बदली
log_action-changed_the_no_show_record_of = { $who } ने { $record } का नो-शो रिकॉर्ड बदला
log_action-changed_the_role_of = { $who } ने { $record } का रोल बदला
log_action-changed_the_services_asked_for_in = { $who } ने { $record } में माँगी गई सर्विस बदलीं
log_action-changed_the_services_of = { $who } ने { $record } की सर्विस बदलीं
log_action-changed_the_week_of = { $who } ने { $record } का हफ़्ता बदला
log_action-checked_out = { $who } ने { $record } का बिल बनाया
log_action-closed_the_day = { $who } ने दिन बंद किया
log_action-corrected_the_payments_of = { $who } ने { $record } के भुगतान सुधारे
log_action-counted_a_no_show_of = { $who } ने { $record } का एक नो-शो गिना
log_action-created = { $who } ने { $record } को बनाया
log_action-credited = { $who } ने { $record } का क्रेडिट नोट बनाया
log_action-declined = { $who } ने { $record } को नामंज़ूर किया
log_action-declined_the_other_time_of = { $who } ने { $record } का सुझाया गया समय नहीं माना
log_action-deleted = { $who } ने { $record } को मिटाया
log_action-ended = { $who } ने { $record } को बंद किया
log_action-ended_all_sessions_of = { $who } ने { $record } को हर जगह साइन आउट किया
log_action-erased_the_personal_data_of = { $who } ने { $record } का निजी डेटा मिटाया
log_action-filled_in = { $who } ने { $record } को भरा
log_action-filled_with_made_up_data = { $who } ने { $record } में नमूने का डेटा भरा
log_action-finished = { $who } ने { $record } को पूरा किया
log_action-gave_back_blocked_time_of = { $who } ने ब्लॉक हटाया: { $record }
log_action-gave_to_somebody = { $who } ने { $record } की ज़िम्मेदारी सौंपी
log_action-imported = { $who } ने { $record } को इंपोर्ट किया
log_action-imported_a_file = { $who } ने एक फ़ाइल इंपोर्ट की
log_action-invited = { $who } ने { $record } को न्योता भेजा
log_action-issued = { $who } ने { $record } को बनाया
log_action-left_out_a_step_of = { $who } ने { $record } का एक चरण छोड़ दिया
log_action-let_expire = { $who } ने { $record } को खत्म किया
log_action-let_the_invitation_lapse_of = { $who } ने { $record } का न्योता खत्म किया
log_action-linked_a_sign_in_to = { $who } ने { $record } से एक साइन-इन जोड़ा
log_action-made_an_address_of = { $who } ने { $record } का लिंक बनाया
log_action-marked_as_a_no_show = { $who } ने { $record } में नो-शो दर्ज किया
log_action-marked_as_arrived = { $who } ने { $record } में ग्राहक का आना दर्ज किया
log_action-merged_into_one = { $who } ने { $record } के रिकॉर्ड मिलाकर एक किए
log_action-moved = { $who } ने { $record } को बोर्ड पर दूसरी जगह रखा
log_action-moved_on = { $who } ने { $record } को आगे बढ़ाया
log_action-moved_to_another_time = { $who } ने { $record } का समय बदला
log_action-offered_another_time_for = { $who } ने { $record } के लिए दूसरा समय सुझाया
log_action-opened = { $who } ने { $record } को खोला
log_action-opened_a_link_that_is_not_valid = { $who } ने ऐसा लिंक खोला जो मान्य नहीं है
log_action-opened_again = { $who } ने { $record } को फिर खोला
log_action-opened_the_day_again = { $who } ने दिन फिर खोला
log_action-put_a_tag_on = { $who } ने { $record } पर टैग लगाया
log_action-recorded = { $who } ने { $record } को दर्ज किया
log_action-recorded_a_session_of = { $who } ने { $record } का सेशन दर्ज किया
log_action-recorded_as_a_membership_session = { $who } ने { $record } को मेंबरशिप सेशन में दर्ज किया
log_action-removed = { $who } ने { $record } को हटाया
log_action-reversed_a_session_of = { $who } ने { $record } का सेशन वापस किया
log_action-reversed_the_membership_session_of = { $who } ने { $record } का मेंबरशिप सेशन वापस किया
log_action-said_that_the_staff_are_done_with = { $who } ने बताया कि { $record } पर स्टाफ़ का काम पूरा हुआ
log_action-said_that_the_staff_go_on_with = { $who } ने बताया कि { $record } पर स्टाफ़ का काम अभी चल रहा है
log_action-sent_a_form_from_another_site = { $who } ने किसी और वेबसाइट से फ़ॉर्म भेजा
log_action-sent_a_job_with_a_wrong_signature = { $who } ने गलत हस्ताक्षर के साथ काम भेजा
log_action-sent_by_e_mail = { $who } ने { $record } को ईमेल से भेजा
log_action-signed_in = { $who } ने साइन इन किया
log_action-signed_in_with_an_address_of_somebody_else = { $who } ने किसी और के ईमेल पते से साइन इन किया
log_action-signed_out = { $who } ने साइन आउट किया
log_action-sold = { $who } ने { $record } को बेचा
log_action-started = { $who } ने { $record } को शुरू किया
log_action-switched_off_the_address_of = { $who } ने { $record } का लिंक बंद किया
log_action-tested = { $who } ने { $record } को टेस्ट किया
log_action-took_a_tag_off = { $who } ने { $record } से टैग हटाया
log_action-took_back_a_no_show_of = { $who } ने { $record } का एक नो-शो वापस लिया
log_action-took_back_the_last_act_on = { $who } ने { $record } का पिछला बदलाव वापस लिया
log_action-tried_again = { $who } ने { $record } को फिर चलाया
log_action-turned_into_a_booking = { $who } ने { $record } से बुकिंग बनाई
log_action-voided = { $who } ने { $record } को रद्द किया
log_action-withdrew = { $who } ने { $record } को वापस लिया
log_action-withdrew_the_invitation_of = { $who } ने { $record } का न्योता वापस लिया
log_action-wrote = { $who } ने { $record } को लिखा
log_action-wrote_a_note_about = { $who } ने { $record } के बारे में नोट लिखा

## Log: kinds of records

log_record-block = ब्लॉक
log_record-booking = अपॉइंटमेंट
log_record-branch = ब्रांच
log_record-calendar = कैलेंडर
log_record-cash_movement = कैश लेन-देन
log_record-category = कैटेगरी
log_record-clock = घड़ी
log_record-customer = ग्राहक
log_record-customer_note = नोट
log_record-day_close = डे क्लोज़
log_record-export = एक्सपोर्ट
log_record-gems = जेम
log_record-holiday = हॉलिडे
log_record-import = इंपोर्ट
log_record-integration = इंटीग्रेशन
log_record-invoice = बिल
log_record-lead = लीड
log_record-leave = छुट्टी
log_record-membership = मेंबरशिप
log_record-offer = ऑफ़र
log_record-other = रिकॉर्ड
log_record-profile = प्रोफ़ाइल
log_record-push_subscription = ब्राउज़र मैसेज
log_record-refusal = इनकार
log_record-salon = सैलून
log_record-service = सर्विस
log_record-session = साइन-इन
log_record-setup = सेटअप
log_record-staff = स्टाफ़
log_record-tag = टैग
log_record-tier = प्लान
log_record-user = यूज़र
log_record-work = काम

## Log: names of fields, as on the forms

log_field-about = सैलून के बारे में
log_field-about_hi = सैलून के बारे में, हिंदी में
log_field-acquisition_source = हमारे बारे में कैसे पता चला
log_field-address = पता
log_field-amount_paise = रकम
log_field-appointment_reminders_enabled = अपॉइंटमेंट के रिमाइंडर
log_field-arrived_at = कब आए
log_field-assigned_to = ज़िम्मेदारी
log_field-attempts = कोशिशें
log_field-author_id = किसने लिखा
log_field-availability_mode = खाली समय
log_field-balance = बैलेंस
log_field-billing_address = बिल का पता
log_field-body = क्या लिखा
log_field-booking_date = तारीख
log_field-booking_id = बुकिंग
log_field-booking_number = बुकिंग नंबर
log_field-booking_requires_approval = बुकिंग के लिए मंज़ूरी ज़रूरी
log_field-branch_id = ब्रांच
log_field-brand_colour = रंग
log_field-breaks = ब्रेक
log_field-buffer_minutes = बाद में सफ़ाई
log_field-cancel_window_minutes = रद्द करने का समय
log_field-cancellation_reason = रद्द करने की वजह
log_field-cancelled_at = कब रद्द हुआ
log_field-carries_tax = टैक्स के साथ
log_field-category_id = कैटेगरी
log_field-cgst_paise = CGST
log_field-closed_at = कब बंद हुआ
log_field-closed_by = किसने बंद किया
log_field-closes_at = कब बंद होता है
log_field-code = कोड
log_field-combo_price_paise = कॉम्बो की कीमत
log_field-completed_at = कब पूरा हुआ
log_field-confirmed_at = कब कन्फ़र्म हुआ
log_field-consecutive_completed_bookings = लगातार पूरी हुई विज़िट
log_field-counted_cash_paise = गिना गया कैश
log_field-created_by = किसने बनाया
log_field-credit_date = क्रेडिट नोट की तारीख
log_field-credit_note = क्रेडिट नोट
log_field-credit_note_number = क्रेडिट नोट
log_field-credited_paise = क्रेडिट
log_field-customer_gstin = ग्राहक का GSTIN
log_field-customer_id = ग्राहक
log_field-date_of_birth = जन्मतिथि
log_field-decided_at = कब फ़ैसला हुआ
log_field-decided_by = किसने फ़ैसला किया
log_field-default_hours_minutes = घंटे
log_field-default_price_paise = कीमत
log_field-default_validity_days = वैधता (दिन)
log_field-description = विवरण
log_field-description_hi = हिंदी में विवरण
log_field-desk_discount_percent = रिसेप्शन पर छूट
log_field-desk_membership_terms = रिसेप्शन पर मेंबरशिप की शर्तें
log_field-difference_paise = अंतर
log_field-discount_amount_paise = कीमत पर छूट
log_field-discount_paise = छूट
log_field-discount_reason = छूट की वजह
log_field-discounted_by = किसने छूट दी
log_field-display_name = नाम
log_field-display_order = सूची में क्रम
log_field-due_at = कब करना है
log_field-duration_minutes = मिनट
log_field-email = ईमेल
log_field-email_verified = ईमेल की पुष्टि हुई
log_field-end_date = आखिरी दिन
log_field-end_time = कब खत्म
log_field-expected_cash_paise = कैश जो होना चाहिए
log_field-finished_at = स्टाफ़ का काम पूरा
log_field-first_visit_at = पहली विज़िट
log_field-footer = नीचे की पंक्तियाँ
log_field-gems_amount = जेम
log_field-gems_catalogue_order = जेम की सूची में जगह
log_field-gems_earned = मिले जेम
log_field-gems_given_back = वापस दिए गए जेम
log_field-gems_redeemable = जेम से मिल सकती है
log_field-gems_redeemed = इस्तेमाल हुए जेम
log_field-gems_required = कितने जेम चाहिए
log_field-gems_taken_back = वापस लिए गए जेम
log_field-gender = जेंडर
log_field-gst_amount_paise = GST
log_field-gst_rate_basis_points = GST दर
log_field-gst_registered = GST में रजिस्टर्ड
log_field-gstin = GSTIN
log_field-guest_name = मेहमान
log_field-hold_minutes = कितनी देर समय रोकें
log_field-hours = खुलने का समय
log_field-image = तस्वीर
log_field-image_url = फ़ोटो
log_field-invitation_expires_at = न्योता कब तक
log_field-invited_at = न्योता कब
log_field-invoice_date = बिल की तारीख
log_field-invoice_footer = बिल की आखिरी पंक्तियाँ
log_field-invoice_id = बिल
log_field-invoice_number = बिल नंबर
log_field-invoice_type = बिल का प्रकार
log_field-is_active = चालू
log_field-is_last = आखिरी
log_field-is_membership_session = मेंबरशिप सेशन
log_field-is_primary = मुख्य ब्रांच
log_field-is_walkin = वॉक-इन
log_field-kind = प्रकार
log_field-language = भाषा
log_field-last_contacted_at = पिछला संपर्क
log_field-last_error = क्या जवाब आया
log_field-last_sign_in_at = आखिरी साइन-इन
log_field-last_visit_at = पिछली विज़िट
log_field-late_cancellation_count = देर से रद्द
log_field-legal_name = बिल पर नाम
log_field-lines = पंक्तियाँ
log_field-logo = लोगो
log_field-mapping = कॉलम
log_field-marketing_consent = ऑफ़र भेजे जाएँ
log_field-marketing_consent_at = ऑफ़र के लिए सहमति
log_field-max_pending_per_customer = हर ग्राहक की बाकी रिक्वेस्ट
log_field-membership_alerts_enabled = मेंबरशिप की सूचनाएँ
log_field-membership_number = मेंबरशिप नंबर
log_field-method = भुगतान का तरीका
log_field-name_hi = हिंदी में नाम
log_field-noshow_count = नो-शो
log_field-note = नोट
log_field-notes = खास बात
log_field-number = नंबर
log_field-offer_id = ऑफ़र
log_field-offer_name = ऑफ़र
log_field-offer_type = ऑफ़र का प्रकार
log_field-offered_time = सुझाया गया समय
log_field-ok = चल रहा है
log_field-onboarded = अपनी जानकारी दे दी
log_field-opening_float_paise = सुबह का कैश
log_field-opens_at = कब खुलता है
log_field-origin = कहाँ से
log_field-paid_at = भुगतान कब हुआ
log_field-parked_at = कब रुका
log_field-payment_status = भुगतान
log_field-payments = भुगतान
log_field-phone = फ़ोन
log_field-pinned_note = ज़रूरी नोट
log_field-price_paid_paise = भुगतान
log_field-reason = वजह
log_field-recorded_at = कब दर्ज हुआ
log_field-redeemed_value_paise = जेम से भुगतान
log_field-reference = रेफ़रेंस
log_field-refunds = वापसी
log_field-rejected_at = कब नामंज़ूर हुआ
log_field-rejection_reason = नामंज़ूर करने की वजह
log_field-reopen_reason = फिर खोलने की वजह
log_field-reopened_at = कब फिर खोला
log_field-reopened_by = किसने फिर खोला
log_field-reschedule_count = कितनी बार समय बदला
log_field-role = रोल
log_field-round_invoices = राउंडिंग
log_field-route = कौन सा पेज माँगा
log_field-rows = पंक्तियाँ
log_field-sac = SAC
log_field-service_id = सर्विस
log_field-service_type = सैलून या स्पा
log_field-services = सर्विस
log_field-sgst_paise = SGST
log_field-shifts = काम के घंटे
log_field-slug = लिंक में नाम
log_field-source = स्रोत
log_field-spa_membership_id = मेंबरशिप
log_field-staff_id = स्टाफ़
log_field-start_date = पहला दिन
log_field-start_time = कब शुरू
log_field-status = स्थिति
log_field-subject = किस बारे में
log_field-subtotal_paise = छूट से पहले का जोड़
log_field-tags = टैग
log_field-taxable_value_paise = टैक्स योग्य रकम
log_field-terms = शर्तें
log_field-tier_id = प्लान
log_field-tier_name = प्लान
log_field-title = टाइटल
log_field-total_amount_paise = कुल
log_field-total_duration_minutes = अवधि
log_field-total_earned = अब तक मिले जेम
log_field-total_redeemed = अब तक इस्तेमाल हुए जेम
log_field-total_spent_paise = अब तक खर्च
log_field-total_visits = अब तक विज़िट
log_field-upi_id = UPI ID
log_field-upi_name = UPI के लिए नाम
log_field-used_hours_minutes = इस्तेमाल हुए घंटे
log_field-user_id = यूज़र
log_field-voided_at = कब से रद्द
log_field-website = वेबसाइट
log_field-weekday = हफ़्ते का दिन
log_field-wished_staff_gender = पसंद
log_field-without_entry = बिना एंट्री

## Log: choices that no form has

log_choice-not_paid = भुगतान नहीं हुआ
log_choice-paid = भुगतान हुआ
log_choice-refunded = वापस दिया गया

## What the jobs of the queue do

job_name-appointment_reminders = अपॉइंटमेंट के रिमाइंडर
job_name-membership_expiry = मेंबरशिप खत्म होने की सूचनाएँ
job_name-birthday_emails = जन्मदिन के ईमेल
job_name-lead_followups = लीड के रिमाइंडर
job_name-gems_expiry_reminder = जेम खत्म होने के रिमाइंडर
job_name-membership_usage_nudges = बचे हुए घंटों के रिमाइंडर
job_name-daily_sales_report = रोज़ की रिपोर्ट
job_name-weekly_report = हफ़्ते की रिपोर्ट
job_name-nightly_sales_summary = दिन का जोड़
job_name-membership_auto_expire = मेंबरशिप खत्म करना
job_name-offer_auto_expire = ऑफ़र खत्म करना
job_name-gems_auto_expire = जेम खत्म करना
job_name-session_cleanup = पुराने साइन-इन हटाना
job_name-monthly_gst_summary = महीने का GST सारांश
job_name-post_service_followup = विज़िट के बाद का सवाल
job_name-stale_booking_alert = बिना जवाब रिक्वेस्ट की सूचना
job_name-noshow_check = नो-शो की जाँच
job_name-membership_expired_notice = मेंबरशिप खत्म हो जाने की सूचना
job_name-invoice_pdf = PDF में बिल
job_name-noshow_escalation = प्रोफ़ाइल में नो-शो
job_name-retention = पुराना डेटा मिटाना
job_name-apply_import = फ़ाइल इंपोर्ट करना
job_name-make_export = एक्सपोर्ट
job_name-delete_file = फ़ाइल मिटाना

## Desk integrations

desk_integrations-about = वर्शन { $version }, { $uptime } से चालू। सभी ब्रांच।
desk_integrations-days = { $count ->
    [one] { $count } दिन
   *[other] { $count } दिन
 }
desk_integrations-refuses_changes = कुछ भी सेव नहीं हो सकता: { $reason }।
desk_integrations-queue_is_late = { $time } से काम बाकी है, और हो नहीं रहा।
desk_integrations-works = चल रहा है
desk_integrations-needs_you = ध्यान दें
desk_integrations-not_used = अभी इस्तेमाल नहीं हुआ
desk_integrations-not_tested = अभी टेस्ट नहीं हुआ
desk_integrations-not_set_up = सेटअप नहीं
desk_integrations-never = कभी नहीं
desk_integrations-last_success = पिछली बार चला
desk_integrations-last_error = पिछली गड़बड़ी
desk_integrations-last_good_test = टेस्ट में पिछली बार चला
desk_integrations-last_failed_test = टेस्ट में पिछली गड़बड़ी
desk_integrations-parked = रुके हुए काम
desk_integrations-setting = इसका सेटअप { $name } सेटिंग से होता है।
desk_integrations-test = अभी टेस्ट करें
desk_integrations-test_of = अभी टेस्ट करें: { $name }
desk_integrations-database = डेटाबेस
desk_integrations-read_replica = पढ़ने का डेटाबेस
desk_integrations-storage = फ़ाइलें
desk_integrations-redis = साझा लिमिट (Redis)
desk_integrations-sign_in = साइन-इन
desk_integrations-queue = कामों की कतार
desk_integrations-realtime = लाइव मैसेज
desk_integrations-push = पुश सूचनाएँ
desk_integrations-mail = ईमेल
desk_integrations-chat = टीम चैट
desk_integrations-invoicing = PDF में बिल
desk_integrations-parked_title = रुके हुए काम
desk_integrations-work = काम
desk_integrations-since = कब से
desk_integrations-tried_title = कोशिशें
desk_integrations-tried = { $count ->
    [one] { $count } बार
   *[other] { $count } बार
 }
desk_integrations-said = क्या जवाब आया
desk_integrations-retry = फिर कोशिश करें
desk_integrations-retry_of = फिर कोशिश करें: { $name }
desk_integrations-unknown_work = दूसरे वर्शन का काम: { $name }
desk_integrations-more_parked = { $count ->
    [one] { $count } और है, यहाँ नहीं दिखाया गया।
   *[other] { $count } और हैं, यहाँ नहीं दिखाए गए।
 }
desk_integrations-not_parked = यह काम अब रुका हुआ नहीं है।
desk_integrations-already_queued = यही काम पहले से कतार में है।

## Import columns: what the columns of a file hold

import_column-name = नाम, व्यक्ति का या सर्विस का
import_column-phone = फ़ोन नंबर, +91 के साथ या उसके बिना
import_column-email = ईमेल पता
import_column-gender = female, male या other
import_column-date_of_birth = जन्मतिथि
import_column-service_type = salon या spa
import_column-category = कैटेगरी का नाम
import_column-duration_minutes = कितने मिनट
import_column-price = कीमत रुपए में, GST मिलाकर
import_column-description = ग्राहक इसके बारे में क्या पढ़ते हैं
import_column-name_hi = नाम हिंदी में
import_column-description_hi = हिंदी पढ़ने वाले ग्राहक इसके बारे में क्या पढ़ते हैं
import_column-buffer_minutes = बाद में सफ़ाई के मिनट
import_column-sac = सर्विस का SAC
import_column-gems_required = कितने जेम में मिलती है
import_column-is_active = चालू है या नहीं: true या false
import_column-service_types = salon, spa या दोनों
import_column-role = क्या कर सकते हैं, जैसे staff या manager
import_column-branch_code = ब्रांच का कोड
import_column-date = अपॉइंटमेंट का दिन
import_column-start_time = अपॉइंटमेंट कब शुरू हुआ
import_column-services = सर्विस के नाम
import_column-customer_source_id = दूसरे सिस्टम में ग्राहक का नंबर
import_column-customer_email = ग्राहक का ईमेल पता
import_column-customer_phone = ग्राहक का फ़ोन नंबर
import_column-customer_name = ग्राहक का नाम
import_column-staff = काम किसने किया
import_column-status = अपॉइंटमेंट का क्या हुआ, जैसे completed
import_column-amount = रकम रुपए में
import_column-notes = नोट
import_column-wished_staff = ग्राहक ने किसे माँगा
import_column-wished_staff_gender = महिला माँगी या पुरुष
import_column-tier = प्लान का नाम
import_column-start_date = पहला दिन
import_column-last_date = आखिरी दिन
import_column-total_hours = शुरू में कितने घंटे
import_column-used_hours = कितने घंटे लग चुके
import_column-price_paid = कितने रुपए दिए गए
import_column-membership_number = मेंबरशिप का नंबर
import_column-gems = कितने जेम हैं
import_column-reason = जेम किस बात के
import_column-source_id = दूसरे सिस्टम में पंक्ति का नंबर

## Desk imports

desk_imports-title = फ़ाइल इंपोर्ट करें
desk_imports-about = किसी दूसरे सिस्टम के ग्राहक, कीमतें, अपॉइंटमेंट और बाकी देनदारी, एक CSV फ़ाइल से। पहले दिखाया जाएगा कि क्या-क्या आएगा, उसके बाद ही कुछ इंपोर्ट होगा।
desk_imports-kind = फ़ाइल में क्या है?
desk_imports-customers = ग्राहक
desk_imports-services = सर्विस
desk_imports-staff = टीम
desk_imports-bookings = अपॉइंटमेंट
desk_imports-memberships = मेंबरशिप
desk_imports-gems = जेम
desk_imports-file = फ़ाइल
desk_imports-file_hint = ज़्यादा से ज़्यादा 20 MiB। पहली पंक्ति में कॉलमों के नाम हों।
desk_imports-date_order = 04/05/1990 जैसी तारीखें
desk_imports-no_such_dates = ऐसी तारीखें नहीं हैं, या साल पहले है
desk_imports-day_first = दिन पहले है
desk_imports-month_first = महीना पहले है
desk_imports-columns = कॉलम
desk_imports-columns_text = नीचे लिखे नाम वाले कॉलम अपने आप मिल जाते हैं। अगर आपकी फ़ाइल में किसी कॉलम का नाम अलग है, तो वह नाम यहाँ लिखें।
desk_imports-required_column = { $meaning }। हर फ़ाइल में ज़रूरी है।
desk_imports-optional_column = { $meaning }।
desk_imports-example = फ़ाइल ऐसे शुरू हो सकती है:
desk_imports-check = फ़ाइल जाँचें
desk_imports-newest = पिछली फ़ाइलें
desk_imports-checked = जाँची गई
desk_imports-running = चल रहा है
desk_imports-done = हो गया
desk_imports-failed = बीच में रुक गया
desk_imports-may_be_imported = इंपोर्ट के लायक पंक्तियाँ: { NUMBER($rows) } में से { NUMBER($accepted) }
desk_imports-were_imported = इंपोर्ट हुई पंक्तियाँ: { NUMBER($rows) } में से { NUMBER($accepted) }
desk_imports-progress = देखी गई पंक्तियाँ: { NUMBER($rows) } में से { NUMBER($done) }
desk_imports-count = { NUMBER($count) }
desk_imports-rows = फ़ाइल की पंक्तियाँ
desk_imports-accepted = इंपोर्ट के लायक
desk_imports-imported = इंपोर्ट हुईं
desk_imports-duplicates = पहले से हैं, या दो बार
desk_imports-refused = नहीं ली गईं
desk_imports-leave = पेज बंद करने पर भी इंपोर्ट चलता रहेगा। फ़ाइलों की सूची से यहाँ लौटें।
desk_imports-broke_off = इंपोर्ट बीच में रुक गया। जहाँ रुका था, वहीं से आगे बढ़ सकता है।
desk_imports-next = अब क्या करें?
desk_imports-apply = { $count ->
    [one] { $count } पंक्ति इंपोर्ट करें
   *[other] { $count } पंक्तियाँ इंपोर्ट करें
 }
desk_imports-go_on = आगे बढ़ें
desk_imports-again = दूसरे कॉलम बताकर फ़ाइल फिर भेजें
desk_imports-kept_until = फ़ाइल { $when } तक रहेगी।
desk_imports-deleted = फ़ाइल मिट चुकी है। उसे फिर भेजें।
desk_imports-columns_of_file = फ़ाइल के कॉलम
desk_imports-column = कॉलम
desk_imports-holds = क्या समझा गया
desk_imports-refused_text = इन पंक्तियों को फ़ाइल में ठीक करके फिर भेजें: जो पहले से है, वह दोबारा इंपोर्ट नहीं होता। कॉलम के नाम पंक्ति 1 हैं।
desk_imports-more_refused = यहाँ शुरू की { NUMBER($count) } पंक्तियाँ दिखाई गई हैं।
desk_imports-line = पंक्ति
desk_imports-reason = वजह
desk_imports-busy = अभी दूसरी फ़ाइल की जाँच या इंपोर्ट चल रहा है। उसके पूरा होने पर फिर कोशिश करें।
desk_imports-done_already = यह फ़ाइल पहले ही इंपोर्ट हो चुकी है।
desk_imports-too_large = फ़ाइल ज़्यादा से ज़्यादा 20 MiB की हो
desk_imports-no_storage = यहाँ अभी फ़ाइलें नहीं रखी जा सकतीं: सर्वर पर उनके लिए जगह तय नहीं है।
desk_imports-ambiguous_date = पंक्ति { NUMBER($line) } में { $column } की तारीख दो तरह से पढ़ी जा सकती है। बताएँ कि पहले क्या आता है, और फ़ाइल फिर चुनें।
desk_imports-no_column_for = { $field } नाम का कोई कॉलम नहीं है। जिस कॉलम में यह लिखा है, उसका नाम लिखें और फ़ाइल फिर चुनें।
desk_imports-several_columns_for = { $field } नाम के दो कॉलम हैं। सही कॉलम का नाम लिखें और फ़ाइल फिर चुनें।
desk_imports-not_in_file = फ़ाइल में { $column } नाम का कॉलम नहीं है
desk_imports-twice_in_file = फ़ाइल में { $column } नाम के दो कॉलम हैं
desk_imports-for_two_fields = { $column }: एक कॉलम में एक ही फ़ील्ड रखें
desk_imports-too_many_rows = फ़ाइल में इतनी पंक्तियाँ हैं कि एक बार में इंपोर्ट नहीं हो सकतीं
desk_imports-gems_twice = पंक्ति { NUMBER($line) } और पंक्ति { NUMBER($first) } एक ही ग्राहक की हैं। उनके जेम जोड़कर एक पंक्ति में लिखें।
desk_imports-unreadable = फ़ाइल CSV के रूप में नहीं पढ़ी जा सकी

## Desk exports

desk_exports-title = सब कुछ एक फ़ाइल में
desk_exports-about = सैलून का हर रिकॉर्ड एक ZIP फ़ाइल में: स्प्रेडशीट के लिए टेबल, और JSON। जिसके पास यह फ़ाइल है, उसके पास सभी ग्राहकों का डेटा है: इसे सँभालकर रखें।
desk_exports-begin = सब एक्सपोर्ट करें
desk_exports-leave = इसमें कुछ मिनट लगते हैं। इस बीच पेज बंद किया जा सकता है।
desk_exports-newest = पिछले एक्सपोर्ट
desk_exports-running = बन रहा है
desk_exports-done = तैयार
desk_exports-deleted = मिटाया गया
desk_exports-failed = बीच में रुक गया
desk_exports-fetch = डाउनलोड करें
desk_exports-kept_until = फ़ाइल { $when } तक रहेगी।
desk_exports-busy = अभी दूसरा एक्सपोर्ट बन रहा है। उसके पूरा होने पर फिर कोशिश करें।
desk_exports-no_storage = यहाँ अभी फ़ाइलें नहीं रखी जा सकतीं: सर्वर पर उनके लिए जगह तय नहीं है।

## Weekly hours

weekly_hours-opens = { $day }, खुलने का समय
weekly_hours-closes = { $day }, बंद होने का समय
weekly_hours-closes_too_early = { $day }: बंद होने का समय खुलने के बाद का होना चाहिए
weekly_hours-no_day = ब्रांच हफ़्ते में कम से कम एक दिन खुली होनी चाहिए

## Charts

chart-thousands = { $figure } हज़ार
chart-lakhs = { $figure } लाख
chart-crores = { $figure } करोड़
chart-so_far = अब तक { $figure }
chart-at = { $figure }, { $name }

## Today

today-title = आज
today-good_morning = नमस्ते, { $name }
today-good_afternoon = नमस्ते, { $name }
today-good_evening = नमस्ते, { $name }
today-sales_report = बिक्री की रिपोर्ट
today-services_report = सर्विस की रिपोर्ट
today-show = दिखाएँ
today-so_far_title = आज अब तक
today-so_far = अब तक
today-taken_so_far = अब तक की कमाई
today-last_week = पिछले { $weekday } को पूरे दिन { $amount }
today-visits = अपॉइंटमेंट
today-done_of = { NUMBER($expected) } में से { NUMBER($done) }
today-here_and_to_come = { NUMBER($here) } अभी यहाँ, { NUMBER($to_come) } आने बाकी
today-average_bill = औसत बिल
today-after_credit_notes = क्रेडिट नोट घटाकर
today-no_bill = अभी कोई बिल नहीं
today-noshows = नो-शो
today-cancelled = { $count ->
    [0] कुछ रद्द नहीं
    [one] { $count } अपॉइंटमेंट रद्द
   *[other] { $count } अपॉइंटमेंट रद्द
 }
today-waiting = आपके बाकी काम
today-nothing_waits = कुछ बाकी नहीं। सबको जवाब मिल चुका है।
today-requests = रिक्वेस्ट
today-requests_at = { $branch } की रिक्वेस्ट
today-leave = छुट्टी: जवाब बाकी
today-not_set_up = ग्राहक अभी बुक नहीं कर सकते: कुछ कदम बाकी हैं।
today-leads = लीड: देर से जवाब बाकी
today-messages = मैसेज जो नहीं पहुँचे
today-how_full = कौन सा दिन कितना फ़ुल
today-full_chart = अगले सात दिन कितने फ़ुल हैं।
today-day_full = { $weekday }: { NUMBER($percent) }% बुक।
today-day_closed = { $weekday }: कोई काम पर नहीं।
today-nearly_full = { $weekday } लगभग फ़ुल है।
today-open_hours = { $hours ->
    [one] { $weekday } को { $hours } घंटा खाली है।
   *[other] { $weekday } को { $hours } घंटे खाली हैं।
 }
today-make_offer = ऑफ़र बनाएँ
today-days_title = चार हफ़्ते
today-chart = पिछले 28 दिन की रोज़ की कमाई: कुल { $taken }, उससे पहले के 28 दिन में { $before }। आँकड़े नीचे की टेबल में हैं।
today-before = पहले: { $amount }
today-as_table = टेबल में
today-day = तारीख
today-taken = कमाई
today-four_weeks_before = चार हफ़्ते पहले
today-closed = बंद
today-best = चार हफ़्ते की टॉप सर्विस
today-times = { $count ->
    [one] { $count } बार
   *[other] { $count } बार
 }
today-nothing_sold = इन चार हफ़्तों में कोई सर्विस नहीं बिकी।

## Reports

reports-title = रिपोर्ट
reports-page_title = { $report } · रिपोर्ट
reports-sales = बिक्री
reports-services = सर्विस
reports-staff = टीम
reports-utilisation = काम का समय
reports-customers = ग्राहक
reports-leads = लीड
reports-memberships = मेंबरशिप
reports-gst = GST
reports-day_close = डे क्लोज़
reports-period = अवधि
reports-today = आज
reports-this_week = यह हफ़्ता
reports-this_month = यह महीना
reports-this_year = यह साल
reports-own_days = दूसरे दिन
reports-all_branches = सभी ब्रांच
reports-show = दिखाएँ
reports-against = { $days } की तुलना में
reports-workbook = XLSX
reports-csv = CSV
reports-csv_of = CSV: { $table }
reports-print = प्रिंट करें
reports-working = हिसाब लग रहा है… आँकड़े तैयार होते ही यहाँ दिखेंगे।
reports-look_at = { $days } देखें
reports-no_rows = इस अवधि में कुछ नहीं है।
reports-first_rows = { NUMBER($count) } में से शुरू की { NUMBER($shown) } पंक्तियाँ। फ़ाइल में सब हैं।
reports-total = कुल
reports-total_less_credits = कुल, क्रेडिट नोट घटाकर
reports-so_far = अब तक
reports-closed = बंद
reports-from_figure = पहले { $figure }
reports-before_figure = पहले { $figure }
reports-was = पहले { $figure }
reports-this_period = यह अवधि
reports-period_before = पिछली अवधि
reports-by_day = दिन के हिसाब से
reports-by_month = महीने के हिसाब से
reports-days = दिन
reports-months = महीने
reports-day = तारीख
reports-month = महीना
reports-in_detail = विस्तार से
reports-taken = कमाई, GST शामिल
reports-taken_short = कमाई
reports-bills = बिल
reports-bill_count = { $count ->
    [one] { $count } बिल
   *[other] { $count } बिल
 }
reports-with_hours = { NUMBER($count) } और, मेंबरशिप के घंटों से
reports-average_bill = औसत बिल
reports-no_bill = इस अवधि में कोई बिल नहीं
reports-discounts = छूट
reports-of_the_price = कीमत का { $now }, पहले { $before }
reports-discounts_by_hand = अपनी ओर से छूट
reports-sales_chart = इस अवधि की कमाई: { $total }, साथ में { $days } की कमाई। आँकड़े नीचे की टेबल में हैं।
reports-nothing_sold = इस अवधि में कुछ नहीं बिका।
reports-gst_in_it = इसमें GST
reports-billed = बिल की रकम
reports-credited = क्रेडिट
reports-credited_notes = { $count ->
    [one] क्रेडिट, { $count } नोट
   *[other] क्रेडिट, { $count } नोट
 }
reports-credited_amount = इसमें से { $amount } क्रेडिट
reports-credited_of = { $count ->
    [0] कुछ क्रेडिट नहीं
    [one] { $amount } क्रेडिट, { $count } बार
   *[other] { $amount } क्रेडिट, { $count } बार
 }
reports-credited_times = कितनी बार क्रेडिट
reports-paid_with_gems = जेम से भुगतान
reports-tips = टिप
reports-tips_theirs = टिप, पूरी स्टाफ़ की
reports-how_paid = भुगतान कैसे हुआ
reports-unpaid = बकाया
reports-hours = मेंबरशिप के घंटे
reports-no_money = पैसे नहीं लगे
reports-what_for = कमाई किससे हुई
reports-sold_count = { $count ->
    [one] { NUMBER($count) } बिकी
   *[other] { NUMBER($count) } बिकीं
 }
reports-services_done = पूरी हुई सर्विस
reports-best_services = सबसे ज़्यादा कमाई
reports-services_chart = सबसे ज़्यादा कमाई वाली सर्विस, कुल कमाई { $total }। आँकड़े नीचे की टेबल में हैं।
reports-service = सर्विस
reports-category = कैटेगरी
reports-times = कितनी बार
reports-revenue = कमाई
reports-share = हिस्सा
reports-net = क्रेडिट घटाकर
reports-services_note = मेंबरशिप इसमें नहीं हैं। जेम या घंटों से ली गई सर्विस पूरी हुई सर्विस में गिनी जाती है, कमाई में नहीं।
reports-who = स्टाफ़
reports-visits = विज़िट
reports-earned = सर्विस से कमाई
reports-average_per_visit = हर विज़िट पर
reports-nobody_named = किसी का नाम नहीं
reports-hours_booked = कितना समय बुक
reports-hours_of = { $rostered } में से { $booked } घंटे, पहले { $before }
reports-rostered = काम का समय
reports-booked = बुक
reports-booked_chart = हर स्टाफ़ के काम का कितना समय बुक है: सबका मिलाकर { $percent }। आँकड़े नीचे की टेबल में हैं।
reports-booked_time = बुक समय
reports-staff_note = बिकी हुई मेंबरशिप इसमें नहीं हैं। काम का समय आज की शिफ़्टों से गिना जाता है, ब्रेक, छुट्टी, हॉलिडे और ब्लॉक किए समय को छोड़कर।
reports-utilisation_note = हर दिन के लिए आज की शिफ़्टें गिनी जाती हैं, ब्रेक, छुट्टी, हॉलिडे और ब्लॉक किए समय को छोड़कर।
reports-new_customers = नए
reports-returning = पहले भी आए
reports-lapsed = अब नहीं आते
reports-of_known = अब तक आए { $known } में से { $percent }, पिछले 90 दिन में नहीं आए
reports-customers_chart = महीने के हिसाब से ग्राहक: इस अवधि में { $customers }, उनमें { $new } नए। आँकड़े नीचे की टेबल में हैं।
reports-came_again = फिर आए
reports-retention = सबमें से
reports-customers_note = विज़िट अपने बिल के दिन गिनी जाती है। “फिर आए” में वे हैं जो महीने की अपनी पहली विज़िट के 90 दिन के अंदर फिर आए।
reports-came_in = नई
reports-contacted = कॉल हो गई
reports-followed_up = फिर कॉल हुई
reports-booked_leads = बुकिंग हो गई
reports-won = ग्राहक आ गए
reports-lost = छूट गई
reports-lost_count = { $count ->
    [one] { NUMBER($count) } छूट गई
   *[other] { NUMBER($count) } छूट गईं
 }
reports-funnel = पहली बात से पहली विज़िट तक
reports-of_step_before = पिछले चरण का { $percent }
reports-conversion = सबमें से बुक
reports-brought_in = इनसे कमाई
reports-first_call = पहली कॉल कितनी देर में
reports-on_average = औसतन { $time }
reports-first_calls = कॉल कितनी जल्दी हुई
reports-within_hour = एक घंटे में
reports-within_four_hours = चार घंटे में
reports-within_day = एक दिन में
reports-later = बाद में
reports-not_yet = अभी नहीं
reports-day_count = { $count ->
    [one] { $count } दिन
   *[other] { $count } दिन
 }
reports-campaign = कैंपेन
reports-campaigns = कैंपेन
reports-no_campaign = कोई कैंपेन नहीं
reports-source = स्रोत
reports-sources = स्रोत
reports-medium = माध्यम
reports-leads_note = इस अवधि की लीड, और अब तक उनका क्या हुआ। लीड किसी ब्रांच की नहीं होतीं: सिर्फ़ उनसे हुई कमाई ब्रांच की है।
reports-sold = बिक्री
reports-sold_times = संख्या
reports-hours_sold = बिके घंटे
reports-hours_by_tier = बिके और इस्तेमाल हुए घंटे
reports-memberships_chart = प्लान के हिसाब से घंटे: इस अवधि में { $sold } बिके, { $used } इस्तेमाल हुए। आँकड़े नीचे की टेबल में हैं।
reports-hours_used = इस्तेमाल हुए घंटे
reports-session_count = { $count ->
    [one] { $count } विज़िट
   *[other] { $count } विज़िट
 }
reports-sessions = घंटों से विज़िट
reports-owed = बाकी देनदारी
reports-owed_by = { $count ->
    [one] { $count } मेंबरशिप के { $time }
   *[other] { $count } मेंबरशिप के { $time }
 }
reports-tier = प्लान
reports-tiers = प्लान
reports-active_at_end = आखिर में चालू
reports-hours_owed = देने बाकी घंटे
reports-memberships_note = बाकी देनदारी यानी आखिरी दिन के अंत में बचे हुए घंटों की कीमत।
reports-taxable = टैक्स योग्य रकम
reports-tax = GST
reports-halves = CGST { $cgst }, SGST { $sgst }
reports-net_tax = GST, क्रेडिट घटाकर
reports-gst_chart = महीने के हिसाब से GST, क्रेडिट घटाकर: इस अवधि में { $total }। आँकड़े नीचे महीनों की टेबल में हैं।
reports-rates = कोड और दर के हिसाब से
reports-sac = SAC
reports-rate = दर
reports-invoices = बिल
reports-credit_notes = क्रेडिट नोट
reports-cgst = CGST
reports-sgst = SGST
reports-credited_taxable = क्रेडिट रकम
reports-credited_tax = क्रेडिट GST
reports-businesses = GSTIN वाले ग्राहक
reports-number = नंबर
reports-customer = ग्राहक
reports-gstin = GSTIN
reports-place_of_supply = सप्लाई का राज्य
reports-rounding = राउंडिंग
reports-for_invoice = { $number } के लिए
reports-documents = इस्तेमाल हुए नंबर
reports-series = सीरीज़
reports-series_invoice = बिल
reports-series_credit_note = क्रेडिट नोट
reports-series_session = सेशन पर्चियाँ
reports-financial_year = वित्त वर्ष
reports-first = पहला
reports-last = आखिरी
reports-count = संख्या
reports-voided = रद्द
reports-gst_note = क्रेडिट नोट अपने दिन में गिने जाते हैं। राउंडिंग पर टैक्स नहीं लगता, और वह पहली टेबल में नहीं है।
reports-paid = भुगतान
reports-given_back = वापस दिया गया
reports-given_back_of = { $amount } वापस दिया गया
reports-difference = अंतर
reports-books_agree = बिल और भुगतान बराबर हैं
reports-books_differ = बिल और भुगतान बराबर नहीं हैं
reports-methods = भुगतान के तरीके
reports-method = तरीका
reports-unpaid_bills = बकाया बिल
reports-cash = कैश
reports-cash_payments = भुगतान
reports-cash_tips = टिप
reports-cash_refunds = वापस दिया गया
reports-cash_movements = डाला और निकाला गया कैश
reports-cash_change = कैश में बदलाव
reports-closed_days = बंद किए गए दिन
reports-by_whom = किसने
reports-float = सुबह का कैश
reports-expected = होना चाहिए
reports-counted = गिना गया
reports-note = नोट
reports-amount = रकम
reports-reason = वजह
reports-day_close_note = दो तरीकों से भुगतान हुआ बिल कुल में एक ही बार गिना जाता है।

## Search

search-title = खोजें
search-label = ग्राहक, बुकिंग, बिल, लीड और पेज
search-hint = नाम या फ़ोन का कोई हिस्सा, बुकिंग नंबर का आखिरी हिस्सा या बिल नंबर लिखें।
search-button = खोजें
search-customers = ग्राहक
search-bookings = बुकिंग
search-invoices = बिल
search-leads = लीड
search-pages = पेज
search-actions = क्या करें
search-visits = { $count ->
    [one] { $count } विज़िट
   *[other] { $count } विज़िट
 }
search-no_visits = अभी कोई विज़िट नहीं
search-for_guest = { $name } के लिए
search-book_for = “{ $name }” के लिए नई बुकिंग
search-add_customer = ग्राहक जोड़ें: “{ $name }”
search-add_lead = लीड जोड़ें: “{ $name }”
search-nothing = “{ $typed }” के लिए कुछ नहीं मिला।
search-too_short = कम से कम दो अक्षर या अंक लिखें।
search-also_today = होम शुरुआत नज़र नजर कमाई
search-also_board = कैलेंडर दिन आज अपॉइंटमेंट
search-also_requests = मंज़ूर मंजूर नामंज़ूर नामंजूर मना जवाब बाकी इंतज़ार इंतजार
search-also_bookings = सूची विज़िट विजिट अपॉइंटमेंट
search-also_customers = कस्टमर क्लाइंट मेहमान लोग सूची
search-also_leads = पूछताछ कॉल वापस विज्ञापन संपर्क
search-also_memberships = पैकेज घंटे प्लान मेंबर स्पा
search-also_invoices = भुगतान रसीद इनवॉइस पेमेंट क्रेडिट
search-also_day_close = कैश गल्ला दिन बंद गिनें क्लोज
search-also_reports = बिक्री GST आँकड़े आंकड़े कमाई चार्ट हिसाब
search-also_schedule = रोस्टर शिफ़्ट शिफ्ट काम घंटे छुट्टी हॉलिडे
search-also_services = प्राइस लिस्ट कीमत कैटेगरी रेट सेटिंग
search-also_offers = ऑफर छूट डिस्काउंट कॉम्बो
search-also_team = स्टाफ़ स्टाफ स्टाइलिस्ट कर्मचारी लोग
search-also_branches = सेटिंग खुलने का समय UPI GST लोगो पता
search-also_users = सेटिंग रोल न्योता यूज़र यूजर लोग
search-also_salon = सेटिंग नाम वेबसाइट
search-also_messages = सेटिंग WhatsApp SMS ईमेल
search-also_tiers = सेटिंग मेंबरशिप पैकेज
search-also_tags = सेटिंग लेबल ग्राहक
search-also_imports = सेटिंग CSV फ़ाइल फाइल अपलोड
search-also_exports = सेटिंग बैकअप डाउनलोड डेटा
search-also_integrations = सेटिंग कनेक्शन जुड़ाव
search-also_logs = सेटिंग ऑडिट बदलाव किसने इतिहास
search-also_my_day = शेड्यूल शिफ़्ट शिफ्ट काम
search-also_my_leave = अवकाश हॉलिडे ऑफ़ ऑफ
search-also_notifications = मैसेज खबर घंटी
search-also_me = अकाउंट साइन आउट डिवाइस पुश कैलेंडर कीबोर्ड शॉर्टकट
search-also_new_booking = जोड़ें विज़िट विजिट अपॉइंटमेंट
search-also_setup = शुरू पहले चरण

## Formats of days, times and durations

formats-date = { $day } { $month } { $year }
formats-full_date = { $day } { $month } { $year }
formats-weekday_and_date = { $weekday } { $day } { $month } { $year }
formats-long_date = { $weekday }, { $day } { $month } { $year }
formats-long_day_and_year = { $weekday } { $day } { $month } { $year }
formats-long_day = { $weekday } { $day } { $month }
formats-weekday_and_day = { $weekday } { $day } { $month }
formats-day_and_month = { $day } { $month }
formats-short_day = { $day } { $month }
formats-weekday_and_number = { $weekday } { $day }
formats-month = { $month } { $year }
formats-month_in_tile = { $month } ’{ $year }
formats-day_range = { $first } – { $last }
formats-day_and_time = { $day }, { $time }
formats-time = { $part } { $hour }:{ $minute }
formats-hour = { $part } { $hour } बजे
formats-time_range = { $start } – { $end }
formats-time_range_same_part = { $part } { $start_hour }:{ $start_minute } – { $end_hour }:{ $end_minute }
formats-narrow_time_range = { $start_figures } – { $end }
formats-minutes = { $minutes } मिनट
formats-hours = { $hours } घंटे
formats-hours_and_minutes = { $hours } घंटे { $minutes } मिनट

## Calendars that people share with their own programs

calendar-my_visits = मेरे अपॉइंटमेंट
calendar-my_visit = मेरा अपॉइंटमेंट
calendar-my_work = मेरा काम
calendar-blocked = ब्लॉक किया समय
calendar-summary = { $branch } में { $services }
calendar-description = बुकिंग { $number }: { $status }।
calendar-description_for_guest = बुकिंग { $number }: { $status }। मेहमान: { $guest }।
calendar-pending = कन्फ़र्म नहीं
calendar-confirmed = कन्फ़र्म
calendar-in_progress = चल रही है
calendar-completed = पूरी हुई
calendar-cancelled = रद्द
calendar-rejected = मंज़ूर नहीं हुई
calendar-no_show = छूट गई

## Notifications, in the feed and in push messages. None names a customer: locked screens show them

notification-unknown_title = कुछ बदला है
notification-unknown_body = ऐप में अपने अपॉइंटमेंट देखें।
notification-request_received_title = नई बुकिंग रिक्वेस्ट
notification-customer_cancelled_title = ग्राहक ने बुकिंग रद्द की
notification-customer_rescheduled_title = ग्राहक ने बुकिंग का समय बदला
notification-request_unanswered_title = एक रिक्वेस्ट का जवाब बाकी है
notification-possible_noshow_title = क्या ये ग्राहक आए?
notification-offered_time_accepted_title = ग्राहक ने सुझाया गया समय मान लिया
notification-offered_time_declined_title = सुझाया गया समय ग्राहक को मंज़ूर नहीं
notification-booking_confirmed_title = आपकी बुकिंग कन्फ़र्म हो गई
notification-booking_rejected_title = माफ़ करें, बुकिंग नहीं हो पाई
notification-booking_cancelled_title = आपकी बुकिंग रद्द हो गई
notification-booking_rescheduled_title = आपकी बुकिंग का समय बदल गया
notification-booking_changed_title = आपकी बुकिंग में बदलाव हुआ है
notification-booking_restored_title = आपकी बुकिंग फिर से कन्फ़र्म है
notification-request_restored_title = आपकी बुकिंग रिक्वेस्ट फिर से खुली है
notification-booking_body = { $number }: { $date }, { $time }, { $services }
notification-booking_rejected_body = { $number }: { $date }, { $time }, { $services }। { $reason }
notification-time_offered_title = हमने आपको दूसरा समय सुझाया है
notification-time_offered_body = { $number }: { $date }, { $time }। { $answer_day }, { $answer_time } तक जवाब दें।
notification-appointment_within_day_title = आपका अपॉइंटमेंट जल्द है
notification-appointment_within_hour_title = आपका अपॉइंटमेंट एक घंटे में शुरू होगा
notification-appointment_body = { $number }: { $date }, { $time }, { $branch }
notification-review_requested_title = आपकी विज़िट कैसी रही?
notification-review_requested_body = { $number }: हमें बताएँ, { $date } को आपको क्या अच्छा लगा और हम क्या बेहतर कर सकते हैं।
notification-invoice_ready_title = आपका बिल तैयार है
notification-invoice_ready_body = { $number }, { $date }
notification-membership_created_title = आपकी मेंबरशिप तैयार है
notification-membership_created_body = { $number }: { $tier }, { $hours }, { $until } तक
notification-membership_ends_title = आपकी मेंबरशिप { $until } तक मान्य है
notification-membership_ends_body = { $number }: { $tier }, { $left } बाकी
notification-membership_ended_title = आपकी मेंबरशिप खत्म हो गई
notification-membership_ended_body = { $number }: { $tier } मेंबरशिप { $date } को खत्म हो गई। इसे रिन्यू करके हमें खुशी होगी।
notification-membership_hours_left_title = थोड़ा समय अपने लिए
notification-membership_hours_left_body = आपकी { $tier } मेंबरशिप में { $left } बाकी, { $until } तक मान्य
notification-gems_expire_soon_title = आपके कुछ जेम जल्द खत्म होंगे
notification-gems_expire_soon_body = { $gems ->
    [one] { $gems } जेम { $date } को खत्म होगा।
   *[other] { $gems } जेम { $date } को खत्म होंगे।
 }
notification-gems_expired_title = आपके कुछ जेम खत्म हो गए
notification-gems_expired_body = { $gems ->
    [one] 365 दिन पूरे होने पर { $gems } जेम खत्म हो गया।
   *[other] 365 दिन पूरे होने पर { $gems } जेम खत्म हो गए।
 }
notification-birthday_offer_title = जन्मदिन की बधाई
notification-birthday_offer_body = आपके जन्मदिन का ऑफ़र तैयार है: अगली बार आएँ तो ज़रूर पूछें।
notification-lead_waiting_title = एक लीड को आपकी कॉल का इंतज़ार है
notification-lead_body = { $date } को { $time } आई; अभी संपर्क नहीं हुआ
notification-lead_body_with_service = { $date } को { $time } आई, { $service }; अभी संपर्क नहीं हुआ
notification-lead_contacted_body = { $date } को { $time } आई; पिछला संपर्क { $last_contact }
notification-lead_contacted_body_with_service = { $date } को { $time } आई, { $service }; पिछला संपर्क { $last_contact }
notification-leave_requested_title = किसी ने छुट्टी माँगी है
notification-leave_requested_day_body = { $name }: { $date }
notification-leave_requested_days_body = { $name }: { $first } से { $last } तक

## E-mails: what all have

email-greeting = नमस्ते { $name } जी,
email-why_marketing = आपने हमारी खबरें पाने की सहमति दी है, इसलिए यह ईमेल आपको मिला है।
email-unsubscribe = ईमेल बंद करें
email-why_marketing_and_unsubscribe = आपने हमारी खबरें पाने की सहमति दी है, इसलिए यह ईमेल आपको मिला है। ऐसे ईमेल बंद करने के लिए:
email-book_visit = अपॉइंटमेंट बुक करें
email-services = सर्विस
email-valid_from = कब से मान्य
email-valid_until = कब तक मान्य
email-hours = घंटे
email-part_of = { $total } में से { $part }
email-membership = मेंबरशिप

## E-mails about a booking. `$at` is the day and the time: `Fri 5 Mar, 11:00 am`

booking_email-confirmed_subject = अपॉइंटमेंट कन्फ़र्म: { $at }, { $salon }
booking_email-confirmed_title = आपकी बुकिंग कन्फ़र्म हो गई
booking_email-confirmed_opening = हमें आपका इंतज़ार रहेगा।
booking_email-new_time_subject = नया समय: { $at }, { $salon }
booking_email-new_time_title = आपकी बुकिंग का समय बदल गया
booking_email-new_time_opening = नया समय नीचे लिखा है। पुराना समय अब आपके लिए बुक नहीं है।
booking_email-to_confirm_subject = कन्फ़र्म होना बाकी: { $at }, { $salon }
booking_email-to_confirm_title = आपने बुकिंग का समय बदला है
booking_email-to_confirm_opening = हम नया समय देखकर आपको जल्द लिखेंगे।
booking_email-cancelled_subject = अपॉइंटमेंट रद्द: { $at }, { $salon }
booking_email-cancelled_title = आपकी बुकिंग रद्द हो गई
booking_email-cancelled_opening = यह अपॉइंटमेंट अब नहीं होगा।
booking_email-rejected_subject = नहीं हो पाया: { $at }, { $salon }
booking_email-rejected_title = आपकी बुकिंग नहीं हो पाई
booking_email-rejected_opening = माफ़ करें, यह अपॉइंटमेंट हम नहीं दे पाएँगे।
booking_email-rejected_closing = किसी और दिन या समय पर जगह मिल सकती है। आपके आने से हमें खुशी होगी।
booking_email-changed_subject = अपॉइंटमेंट में बदलाव: { $at }, { $salon }
booking_email-changed_title = आपकी बुकिंग में बदलाव हुआ है
booking_email-changed_opening = नीचे सर्विस और कुल रकम देख लें। कुछ ठीक न लगे तो हमें कॉल करें।
booking_email-restored_subject = फिर से कन्फ़र्म: { $at }, { $salon }
booking_email-restored_title = आपकी बुकिंग फिर से कन्फ़र्म है
booking_email-restored_opening = आपकी बुकिंग हमसे गलती से रद्द हो गई थी, इसके लिए माफ़ करें। अब वह पहले की तरह कन्फ़र्म है।
booking_email-reopened_subject = रिक्वेस्ट फिर खुली: { $at }, { $salon }
booking_email-reopened_title = आपकी बुकिंग रिक्वेस्ट फिर से खुली है
booking_email-reopened_opening = आपकी रिक्वेस्ट हमसे गलती से नामंज़ूर हो गई थी, इसके लिए माफ़ करें। हम उसे देखकर आपको जल्द लिखेंगे।
booking_email-offer_subject = { $salon } में दूसरा समय
booking_email-offer_title = हमने आपको दूसरा समय सुझाया है
booking_email-offer_opening = आपने { $at } का समय माँगा था। क्या नीचे लिखा समय भी आपके लिए ठीक रहेगा?
booking_email-offer_closing = { $day }, { $time } तक बता दें कि यह समय ठीक है या नहीं। उसके बाद सुझाया गया समय मान्य नहीं रहेगा।
booking_email-reminder_subject = रिमाइंडर: { $at }, { $salon }
booking_email-reminder_title = आपका अपॉइंटमेंट जल्द है
booking_email-reminder_opening = बस आपको आपका अपॉइंटमेंट याद दिलाना था।
booking_email-soon_subject = { $time } मिलते हैं, { $salon } में
booking_email-soon_title = जल्द मिलते हैं
booking_email-soon_opening = आपका अपॉइंटमेंट एक घंटे में शुरू होगा।
booking_email-in_time = आना न हो पाए तो हमें पहले से बता दें, ताकि यह समय किसी और को मिल सके।
booking_email-day = तारीख
booking_email-time = समय
booking_email-from_to = { $start } से { $end } तक
booking_email-offered_day = सुझाई गई तारीख
booking_email-offered_time = सुझाया गया समय
booking_email-with = स्टाफ़
booking_email-place = कहाँ
booking_email-booking = बुकिंग नंबर
booking_email-service = { $service } ({ $duration })
booking_email-to_pay = सैलून में भुगतान
booking_email-see_visit = अपॉइंटमेंट देखें
booking_email-answer_offer = जवाब दें
booking_email-find_time = दूसरा समय खोजें

## E-mails about a membership

membership_email-created_subject = आपकी { $tier } मेंबरशिप { $number }
membership_email-created_title = { $tier } मेंबरशिप में आपका स्वागत है
membership_email-begins = आपकी मेंबरशिप तैयार है और { $date } से शुरू होगी। पूरी जानकारी नीचे है।
membership_email-has_begun = आपकी मेंबरशिप शुरू हो गई है। पूरी जानकारी नीचे है।
membership_email-paid = भुगतान
membership_email-created_closing = आने पर हमें मेंबरशिप नंबर बता दें: हर विज़िट का समय आपके घंटों में से कम होता जाएगा।
membership_email-see_membership = मेंबरशिप देखें
membership_email-ended_title = आपकी { $tier } मेंबरशिप खत्म हो गई
membership_email-ended_opening = हमारी मेंबरशिप लेने के लिए धन्यवाद।
membership_email-ended_on = कब खत्म हुई
membership_email-hours_used = इस्तेमाल हुए घंटे
membership_email-call_us = हमें कॉल करें
membership_email-ended_closing = मेंबरशिप आगे भी चाहिए? अगली बार आएँ तो रिसेप्शन पर रिन्यू हो जाएगी।

## E-mails that need consent: the birthday offer and the review request

marketing_email-birthday_title = जन्मदिन की बहुत-बहुत बधाई, { $name } जी
marketing_email-birthday_opening = { $salon } में हम सब चाहते हैं कि आपका दिन बहुत अच्छा बीते। इस बहाने हमारे यहाँ आएँ, आपका ख्याल हम रखेंगे।
marketing_email-birthday_opening_with_offers = { $salon } में हम सब चाहते हैं कि आपका दिन बहुत अच्छा बीते। इस बहाने हमारे यहाँ आएँ, आपका ख्याल हम रखेंगे। ये ऑफ़र आपके लिए हैं:
marketing_email-offer = { $offer } ({ $until } तक)
marketing_email-per_cent_off = { $percentage }% छूट
marketing_email-amount_off = { $amount } छूट
marketing_email-for_amount = { $amount } में
marketing_email-review_subject = { $salon } में आपकी विज़िट कैसी रही?
marketing_email-review_title = आपकी विज़िट कैसी रही?
marketing_email-review_opening = हमारे यहाँ आने के लिए धन्यवाद। हम जानना चाहते हैं कि आपको कैसा लगा।
marketing_email-your_visit = आपकी विज़िट
marketing_email-review_closing = बस इसी ईमेल का जवाब दें: दो शब्द भी बहुत हैं, और हम हर जवाब पढ़ते हैं।
marketing_email-next_visit = फिर बुक करें

## The e-mail to somebody who is invited

invitation_email-subject = { $salon } से आपके लिए न्योता
invitation_email-title = { $salon } में आपका स्वागत है
invitation_email-opening = { $salon } ने आपको Parlour इस्तेमाल करने का न्योता दिया है। न्योता मानने के लिए साइन इन करें।
invitation_email-role = आपका रोल
invitation_email-role_customer = ग्राहक
invitation_email-role_staff = स्टाफ़
invitation_email-role_receptionist = रिसेप्शनिस्ट
invitation_email-role_manager = मैनेजर
invitation_email-role_owner = मालिक
invitation_email-role_developer = डेवलपर
invitation_email-sign_in_with = साइन-इन का ईमेल
invitation_email-closing = अगर यह ईमेल आपके लिए नहीं है, तो इस पर ध्यान न दें।
invitation_email-sign_in = साइन इन करें

## The e-mail and the push message that show whether sending works

test_email-subject = Parlour से ईमेल भेजा जा सकता है
test_email-title = ईमेल चल रहा है
test_email-opening = यह Parlour का टेस्ट ईमेल है। अगर नमस्ते और ₹ साफ़ दिख रहे हैं, तो सब ठीक चल रहा है।
test_email-requested = टेस्ट कब किया गया
test_email-push_body = पुश सूचनाएँ पहुँच रही हैं।

## E-mails with an invoice, a bill of supply, a session slip or a credit note

bill_email-invoice = बिल
bill_email-bill_of_supply = बिल ऑफ़ सप्लाई
bill_email-session_slip = सेशन पर्ची
bill_email-credit_note = क्रेडिट नोट
bill_email-title = { $document } { $number }
bill_email-subject = { $document } { $number }, { $salon }
bill_email-open_invoice = बिल खोलें
bill_email-open_bill = बिल खोलें
bill_email-open_slip = पर्ची खोलें
bill_email-open_credit_note = क्रेडिट नोट खोलें
bill_email-date = तारीख
bill_email-billed_to = बिल किसके नाम
bill_email-gstin = GSTIN { $gstin }
bill_email-gems_earned = मिले जेम
bill_email-session_reversed = सेशन { $date } को वापस किया गया: यह पर्ची अब रद्द है।
bill_email-thanks_member = मेंबर बनने के लिए धन्यवाद।
bill_email-thanks_visit = हमारे यहाँ आने के लिए धन्यवाद।
bill_email-invoice_attached = आपका बिल इस ईमेल के साथ है।
bill_email-bill_attached = आपका बिल इस ईमेल के साथ है।
bill_email-slip_attached = आपकी पर्ची इस ईमेल के साथ है।
bill_email-invoice_in_app = अपना बिल ऐप में खोलें।
bill_email-bill_in_app = अपना बिल ऐप में खोलें।
bill_email-slip_in_app = अपनी पर्ची ऐप में खोलें।
bill_email-hours_left = बाकी घंटे
bill_email-cash = कैश
bill_email-upi = UPI
bill_email-card = कार्ड
bill_email-gems = जेम
bill_email-paid_by = भुगतान का तरीका
bill_email-paid_by_cash = कैश से भुगतान
bill_email-paid_by_upi = UPI से भुगतान
bill_email-paid_by_card = कार्ड से भुगतान
bill_email-refunded_by_cash = कैश में वापसी
bill_email-refunded_by_upi = UPI से वापसी
bill_email-refunded_by_card = कार्ड पर वापसी
bill_email-with_reference = { $payment }, रेफ़. { $reference }
bill_email-discount = छूट
bill_email-discount_for = छूट: { $cause }
bill_email-redeemed = जेम के बदले
bill_email-rounding = राउंडिंग
bill_email-total = कुल
bill_email-total_with_gst = कुल, { $gst } GST शामिल
bill_email-credited = क्रेडिट
bill_email-credited_with_gst = क्रेडिट, { $gst } GST शामिल
bill_email-credit_for = किस बिल का
bill_email-invoice_of_day = { $number }, { $date }
bill_email-gems_returned = वापस मिले जेम
bill_email-gems_removed = वापस लिए गए जेम
bill_email-credited_opening = हमने बिल { $invoice } पर { $amount } का क्रेडिट दिया है।
bill_email-credit_note_attached = आपका क्रेडिट नोट इस ईमेल के साथ है।
bill_email-credit_note_in_app = अपना क्रेडिट नोट ऐप में खोलें।
bill_email-too_late_for_tax = इस क्रेडिट नोट में टैक्स नहीं है: बिल का टैक्स सुधारने का समय बीत चुका है।

## Reports by e-mail and chat

report_email-daily_subject = { $day } की बिक्री: { $amount }
report_email-daily_title = { $date } की बिक्री
report_email-weekly_subject = हफ़्ते की बिक्री, { $period }: { $amount }
report_email-weekly_title = { $period } का हफ़्ता
report_email-period = { $from } से { $to }
report_email-period_in_month = { $first } से { $last } { $month }
report_email-chat_title = { $period } की बिक्री
report_email-chat_figure = { $label }: { $value }
report_email-chat_figure_with_change = { $label }: { $value } ({ $change })
report_email-chat_best = सबसे ज़्यादा बिकी सर्विस: { $service }, { $amount }
report_email-day_before = पिछला दिन
report_email-week_before = पिछला हफ़्ता
report_email-compared_with_day = बदलाव पिछले दिन की तुलना में हैं।
report_email-compared_with_week = बदलाव पिछले हफ़्ते की तुलना में हैं।
report_email-now = इस बार
report_email-takings = कमाई
report_email-takings_of = कमाई: { $amounts }
report_email-thousands = { $figure } हज़ार
report_email-lakhs = { $figure } लाख
report_email-crores = { $figure } करोड़
report_email-average_bill = औसत बिल
report_email-invoices = बिल
report_email-memberships_sold = बिकी मेंबरशिप
report_email-visits = विज़िट
report_email-new_customers = नए ग्राहक
report_email-bookings_made = नई बुकिंग
report_email-cancelled = रद्द बुकिंग
report_email-noshows = नो-शो
report_email-gems_redeemed = इस्तेमाल हुए जेम
report_email-tips = टिप
report_email-branches = ब्रांच
report_email-branch = ब्रांच
report_email-total = कुल
report_email-payments = भुगतान
report_email-paid_by = भुगतान का तरीका
report_email-amount = रकम
report_email-best_services = सबसे ज़्यादा बिकी सर्विस
report_email-service = सर्विस
report_email-times = कितनी बार
report_email-gst_title = { $month } का GST
report_email-gst_to_pay = GST देना है
report_email-taxable_value = टैक्स योग्य रकम
report_email-without_gst = बिना GST
report_email-to_pay = देना है
report_email-branch_with_gstin = { $branch } ({ $gstin })
report_email-branch_without_gstin = { $branch } (GSTIN नहीं डाला गया)
report_email-bills_of_supply = { $branch }, बिल ऑफ़ सप्लाई (बिना GST)
report_email-sac_and_rate = SAC और दर
report_email-sac = SAC
report_email-taxable = टैक्स योग्य
report_email-cgst = CGST
report_email-sgst = SGST
report_email-gst = GST
report_email-value = रकम
report_email-sac_at_rate = { $sac }, { $rate }
report_email-credit_notes = क्रेडिट नोट, { $line }

## Documents as PDF: invoice, bill of supply, credit note, session slip

document-tax_invoice = टैक्स इनवॉइस
document-bill_of_supply = बिल ऑफ़ सप्लाई
document-credit_note = क्रेडिट नोट
document-session_slip = सेशन पर्ची
document-title_and_number = { $document } { $number }
document-original = प्राप्तकर्ता के लिए मूल प्रति
document-void = रद्द
document-paid_with_a_membership = मेंबरशिप से भुगतान
document-invoice_number = इनवॉइस नं.
document-invoice_date = इनवॉइस की तारीख
document-bill_number = बिल नं.
document-bill_date = बिल की तारीख
document-credit_note_number = क्रेडिट नोट नं.
document-slip_number = पर्ची नं.
document-date = तारीख
document-billed_to = बिल किसके नाम
document-credited_to = क्रेडिट किसके नाम
document-customer = ग्राहक
document-total = कुल
document-total_credited = कुल क्रेडिट
document-to_pay = देना है
document-thanks = धन्यवाद। हमें आपका फिर इंतज़ार रहेगा।
document-tax_invoice_note = यह कंप्यूटर से बना टैक्स इनवॉइस है, हस्ताक्षर की ज़रूरत नहीं।
document-bill_of_supply_note = यह कंप्यूटर से बना बिल ऑफ़ सप्लाई है, हस्ताक्षर की ज़रूरत नहीं।
document-credit_note_note = यह कंप्यूटर से बना क्रेडिट नोट है, हस्ताक्षर की ज़रूरत नहीं।
document-slip_note = यह कंप्यूटर से बनी पर्ची है, हस्ताक्षर की ज़रूरत नहीं।
document-slip_note_with_tax = यह कंप्यूटर से बनी पर्ची है, टैक्स इनवॉइस नहीं: टैक्स मेंबरशिप की बिक्री पर लिया जा चुका है।
document-page_of = पेज { $page }, कुल { $pages }
document-slip_void = यह पर्ची रद्द है
document-session_reversed = सेशन { $date } को वापस किया गया और उसके घंटे लौटा दिए गए।
document-no_tax = इस क्रेडिट नोट में टैक्स नहीं है
document-no_tax_reason = यह क्रेडिट नोट बिल के वित्त वर्ष के बाद की 30 नवंबर बीतने पर बना है। बिल का टैक्स उसी तारीख तक सुधारा जा सकता है (CGST अधिनियम की धारा 34)।
document-reason = वजह
document-phone = फ़ोन { $phone }
document-gstin = GSTIN { $gstin }
document-gstin_and_state = GSTIN { $gstin } · { $state }
document-place_of_supply = सप्लाई का राज्य
document-state_and_code = { $state } ({ $code })
document-reverse_charge = रिवर्स चार्ज
document-no = नहीं
document-payment = भुगतान
document-booking = बुकिंग
document-membership = मेंबरशिप
document-against_invoice = किस बिल का
document-package = मेंबरशिप { $tier }, { $hours }
document-hours = घंटे
document-hours_left = बाकी घंटे
document-left_of_total = { $total } में से { $left }
document-valid_from = कब से मान्य
document-valid_until = कब तक मान्य
document-cash = कैश
document-upi = UPI
document-card = कार्ड
document-gems = जेम
document-paid_by_cash = कैश से भुगतान
document-paid_by_upi = UPI से भुगतान
document-paid_by_card = कार्ड से भुगतान
document-paid_in_full_by_cash = कैश से पूरा भुगतान
document-paid_in_full_by_upi = UPI से पूरा भुगतान
document-paid_in_full_by_card = कार्ड से पूरा भुगतान
document-paid_in_full_with_gems = जेम से पूरा भुगतान
document-to_be_paid_by_upi = UPI से भुगतान बाकी
document-refunded_by_cash = कैश में वापसी
document-refunded_by_upi = UPI से वापसी
document-refunded_by_card = कार्ड पर वापसी
document-with_reference = { $payment }, रेफ़. { $reference }
document-pay_by_upi = UPI से भुगतान करें
document-scan = किसी भी UPI ऐप से स्कैन करें।
document-column_number = #
document-column_description = विवरण
document-column_sac = SAC
document-column_quantity = संख्या
document-column_price = कीमत (₹)
document-column_price_with_gst = GST शामिल
document-column_discount = छूट
document-column_discount_unit = (₹)
document-column_taxable = टैक्स योग्य
document-column_taxable_unit = रकम (₹)
document-column_gst = GST (₹)
document-column_amount = रकम (₹)
document-redeemed = जेम के बदले
document-part_of = { $amount } में से
document-subtotal = जोड़
document-subtotal_with_gst = जोड़, GST शामिल
document-discount = छूट
document-discount_for = छूट: { $cause }
document-taxable_value = टैक्स योग्य रकम
document-tax_at_rate = { $tax } { $rate }
document-cgst = CGST
document-sgst = SGST
document-utgst = UTGST
document-rounding = राउंडिंग
document-paid_with = भुगतान का तरीका
document-membership_number = मेंबरशिप { $number }
document-amount_in_words = रकम शब्दों में
document-tax_summary = टैक्स का सारांश
document-column_tax = { $tax } { $rate }
document-gems_earned = { $gems ->
    [one] इस विज़िट पर { $gems } जेम मिला।
   *[other] इस विज़िट पर { $gems } जेम मिले।
 }
document-gems_redeemed = { $gems ->
    [one] { $gems } जेम इस्तेमाल हुआ।
   *[other] { $gems } जेम इस्तेमाल हुए।
 }
document-gems_taken_back = { $gems ->
    [one] { $gems } जेम वापस लिया गया।
   *[other] { $gems } जेम वापस लिए गए।
 }
document-gems_given_back = { $gems ->
    [one] { $gems } जेम वापस दिया गया।
   *[other] { $gems } जेम वापस दिए गए।
 }

## The states of India, on documents

state-jammu_and_kashmir = जम्मू और कश्मीर
state-himachal_pradesh = हिमाचल प्रदेश
state-punjab = पंजाब
state-chandigarh = चंडीगढ़
state-uttarakhand = उत्तराखंड
state-haryana = हरियाणा
state-delhi = दिल्ली
state-rajasthan = राजस्थान
state-uttar_pradesh = उत्तर प्रदेश
state-bihar = बिहार
state-sikkim = सिक्किम
state-arunachal_pradesh = अरुणाचल प्रदेश
state-nagaland = नागालैंड
state-manipur = मणिपुर
state-mizoram = मिज़ोरम
state-tripura = त्रिपुरा
state-meghalaya = मेघालय
state-assam = असम
state-west_bengal = पश्चिम बंगाल
state-jharkhand = झारखंड
state-odisha = ओडिशा
state-chhattisgarh = छत्तीसगढ़
state-madhya_pradesh = मध्य प्रदेश
state-gujarat = गुजरात
state-daman_and_diu = दमन और दीव
state-dadra_and_nagar_haveli_and_daman_and_diu = दादरा और नगर हवेली और दमन और दीव
state-maharashtra = महाराष्ट्र
state-andhra_pradesh = आंध्र प्रदेश
state-karnataka = कर्नाटक
state-goa = गोवा
state-lakshadweep = लक्षद्वीप
state-kerala = केरल
state-tamil_nadu = तमिलनाडु
state-puducherry = पुडुचेरी
state-andaman_and_nicobar_islands = अंडमान और निकोबार द्वीपसमूह
state-telangana = तेलंगाना
state-ladakh = लद्दाख
