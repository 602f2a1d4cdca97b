"""Tables as values: events, their fold, decisions, and what each person may see. All pure."""
