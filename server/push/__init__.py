"""Web push: notices on the devices of people who have no page open. An extra, off unless the settings name whom push
services may write to."""
