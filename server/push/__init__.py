"""Web push: notices on the devices of people who have no page open. An extra that is off unless the settings name a
contact for push services.
"""
