"""Valid form data for a competition and its conditions."""

CONTEST = {
    "name": "Lakes Knockout",
    "slug": "",
    "season": "2027",
    "region": "Lakes",
    "closing_date": "2027-03-31",
    "opening_day": "",
    "deals": "24",
    "extra_deals": "2",
    "tie_break": "fresh",
    "only_partscore": "50",
    "confirmation": "both",
    "reply_hours": "48",
    "report_days": "10",
    "first_offer": "either",
    "home": "lot",
    "reporter": "either",
    "unplayed": "organiser",
    "counted_from": "start",
    "spectators": "totals",
    "plate": "none",
}
